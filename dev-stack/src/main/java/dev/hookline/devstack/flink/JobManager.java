package dev.hookline.devstack.flink;

import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The JobManager of a cluster in application mode. */
final class JobManager extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final ClusterFiles files;
  private final FlinkJob job;
  private final String url;
  private final String savepoint;
  private final RestProbe rest;

  /**
   * @param savepoint what to begin with; empty for nothing
   */
  JobManager(ClusterFiles files, FlinkJob job, String url, String savepoint) {
    super("flink-jobmanager");
    this.files = files;
    this.job = job;
    this.url = url;
    this.savepoint = savepoint;
    this.rest = new RestProbe(url);
  }

  void launchAlone() {
    launchOnly();
  }

  void awaitJob() {
    awaitReadyOrEnd();
  }

  void askToEnd() {
    terminate();
  }

  @Override
  protected ChildProcess launch() {
    List<String> args = new ArrayList<>(List.of("--job-id", job.id()));
    args.addAll(List.of("--job-classname", job.mains().job()));
    if (!savepoint.isEmpty()) {
      args.addAll(List.of("--fromSavepoint", savepoint));
    }
    Path temp = files.freshTemp(name());
    args.add("-Dio.tmp.dirs=" + temp);
    args.add("-Dblob.storage.directory=" + temp);
    args.add("-Dweb.tmpdir=" + temp);
    // Without the dashes the parser would take a job's --config for the start of --configDir.
    args.add("--");
    args.addAll(job.args());
    return files.start(
        name(),
        List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:MaxMetaspaceSize=128m",
            // the file that the web interface shows
            "-Dlog.file=" + log()),
        job.mains().jobManager(),
        files.withConfig(args));
  }

  /** Ready: the job is known, in whatever state; its main has run. */
  @Override
  protected void awaitReady(ChildProcess started) {
    started.awaitReady("the job at " + url, () -> rest.jobState(job.id()).isPresent(), START_LIMIT);
  }

  @Override
  public String endpoint() {
    return url;
  }

  @Override
  public Path log() {
    return files.log(name());
  }
}
