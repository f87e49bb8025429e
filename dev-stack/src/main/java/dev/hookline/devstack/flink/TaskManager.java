package dev.hookline.devstack.flink;

import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One TaskManager with a resource id that stays the same over its incarnations. */
final class TaskManager extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final ClusterFiles files;
  private final FlinkJob job;
  private final String id;
  private final int heapMib;
  private final RestProbe rest;
  private final String url;
  private final BooleanSupplier jobManagerAlive;
  private volatile Integer formerDataPort;

  /**
   * @param id the resource id
   * @param heapMib the JVM's heap: the task heap and the 64 MiB of Flink's own
   * @param jobManagerAlive without one, nobody can confirm the registration
   */
  TaskManager(
      ClusterFiles files,
      FlinkJob job,
      String id,
      int heapMib,
      String url,
      BooleanSupplier jobManagerAlive) {
    super("flink-" + id);
    this.files = files;
    this.job = job;
    this.id = id;
    this.heapMib = heapMib;
    this.url = url;
    this.rest = new RestProbe(url);
    this.jobManagerAlive = jobManagerAlive;
  }

  void launchAlone() {
    launchOnly();
  }

  void awaitRegistration() {
    awaitReadyOrEnd();
  }

  void askToEnd() {
    terminate();
  }

  @Override
  protected ChildProcess launch() {
    formerDataPort = rest.taskManagers().get(id);
    Path temp = files.freshTemp(name());
    return files.start(
        name(),
        List.of(
            "-Xms" + heapMib + "m",
            "-Xmx" + heapMib + "m",
            "-XX:MaxDirectMemorySize=160m", // framework 64, task 64, network 32
            "-XX:MaxMetaspaceSize=128m",
            // A thread's cached buffer has the size of the largest body it has ever read.
            "-Djdk.nio.maxCachedBufferSize=1048576"),
        job.mains().taskManager(),
        files.withConfig(
            List.of(
                "-Dtaskmanager.resource-id=" + id,
                "-Dio.tmp.dirs=" + temp,
                "-Dblob.storage.directory=" + temp,
                // Not -Dlog.file: RocksDB would keep a log beside it for every attempt of every
                // task.
                "-Dtaskmanager.log.path=" + log())));
  }

  /** Ready: registered. A former incarnation may still be listed, with its own data port. */
  @Override
  protected void awaitReady(ChildProcess started) {
    started.awaitReady(
        "its registration at " + url,
        () -> {
          Integer dataPort = rest.taskManagers().get(id);
          return !jobManagerAlive.getAsBoolean()
              || (dataPort != null && !dataPort.equals(formerDataPort));
        },
        START_LIMIT);
  }

  /** The JobManager's address: a TaskManager has none for users. */
  @Override
  public String endpoint() {
    return url;
  }

  @Override
  public Path log() {
    return files.log(name());
  }
}
