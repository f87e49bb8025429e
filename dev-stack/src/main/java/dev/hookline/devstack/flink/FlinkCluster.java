package dev.hookline.devstack.flink;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.internal.CloseInReverse;
import dev.hookline.devstack.process.BoundedWait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A JobManager in application mode and its TaskManagers, {@code tm-1}, {@code tm-2} and so on, each
 * a process on loopback. With ZooKeeper behind it the job outlives all of them: a cluster that
 * starts again on the same folder and ZooKeeper goes on from the newest completed checkpoint.
 *
 * <p>It is only ever ended by SIGTERM or SIGKILL. A job that is cancelled, or that ends as FAILED,
 * makes Flink delete what a recovery needs; so nothing here cancels, and the restart strategy has
 * no limit of attempts. A new start of the whole cluster runs the jar, arguments and environment
 * that it is given, with the state of the former one ({@link SubmittedPlan}).
 *
 * <p>As a {@link Service} it acts on all its processes at once; {@link #pid()} and {@link #log()}
 * are the JobManager's.
 */
public final class FlinkCluster implements Service {
  private final FlinkJob job;
  private final String zookeeper;
  private final ClusterFiles files;
  private final RestProbe rest;
  private final JobManager jobManager;
  private final List<TaskManager> taskManagers;

  private FlinkCluster(Builder options, int restPort) {
    String url = "http://127.0.0.1:" + restPort;
    this.job = options.job;
    this.rest = new RestProbe(url);
    this.zookeeper = options.zookeeper;
    this.files = new ClusterFiles(options.lib, options.folder, job);
    files.writeConfig(
        Map.of(
            "restPort",
            restPort,
            "zookeeper",
            options.zookeeper,
            "slots",
            options.slots,
            "parallelism",
            job.parallelism(),
            "taskHeapMib",
            options.taskHeapMib,
            "checkpointIntervalMs",
            options.checkpointInterval.toMillis(),
            "heartbeatTimeoutMs",
            options.heartbeatTimeout.toMillis()));
    this.jobManager = new JobManager(files, job, url, options.savepoint);
    int heap = options.taskHeapMib + Builder.FRAMEWORK_HEAP_MIB;
    this.taskManagers =
        IntStream.rangeClosed(1, options.taskManagers)
            .mapToObj(n -> new TaskManager(files, job, "tm-" + n, heap, url, jobManager::isAlive))
            .toList();
  }

  /**
   * Begins the description of a cluster.
   *
   * @param lib the folder of Flink's jars, {@code <dist>/lib/flink}
   * @param folder where data and logs go
   * @param zookeeper host and port of ZooKeeper
   * @param job the job to run
   */
  public static Builder builder(Path lib, DataFolder folder, String zookeeper, FlinkJob job) {
    return new Builder(lib, folder, zookeeper, job);
  }

  /** The address of the web interface and the REST interface. */
  public String restUrl() {
    return jobManager.endpoint();
  }

  /** The job's id. */
  public String jobId() {
    return job.id();
  }

  /** The JobManager by itself. */
  public Service jobManager() {
    return jobManager;
  }

  /**
   * One TaskManager by itself.
   *
   * @param resourceId as the REST interface names it: {@code tm-1}, {@code tm-2} and so on
   * @throws IllegalArgumentException if there is none of that name
   */
  public Service taskManager(String resourceId) {
    return taskManagers.stream()
        .filter(one -> one.name().equals("flink-" + resourceId))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no TaskManager " + resourceId));
  }

  /** The TaskManagers, {@code tm-1} first; each is named {@code flink-<resource id>}. */
  public List<Service> taskManagers() {
    return List.copyOf(taskManagers);
  }

  /**
   * Waits until the job as a whole is RUNNING; single tasks may still be starting.
   *
   * @throws DevStackException when the limit passes
   */
  public void awaitJobRunning(Duration limit) {
    BoundedWait.until(
        "the job at " + restUrl() + " to be RUNNING (log: " + log() + ")",
        limit,
        () -> rest.jobState(job.id()).filter("RUNNING"::equals).isPresent());
  }

  /**
   * Stops the job with a savepoint and ends the processes. Flink takes this for the job's end and
   * deletes what a recovery needs: the next start has to be given the savepoint.
   *
   * @param limit for the savepoint; the job goes on when it is not made
   * @return where it is, for {@link Builder#fromSavepoint(String)}
   * @throws NoSavepointException when Flink says that none was made
   * @throws DevStackException also when nobody knows whether one was made
   */
  public String stopWithSavepoint(Duration limit) {
    String place = new SavepointStop(restUrl(), job.id()).run(limit);
    close();
    return place;
  }

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public long pid() {
    return jobManager.pid();
  }

  /** Whether the JobManager and at least one TaskManager run. */
  @Override
  public boolean isAlive() {
    return jobManager.isAlive() && taskManagers.stream().anyMatch(Service::isAlive);
  }

  @Override
  public String endpoint() {
    return restUrl();
  }

  @Override
  public Path log() {
    return jobManager.log();
  }

  @Override
  public void kill() {
    all().forEach(Service::kill);
  }

  @Override
  public void pause() {
    all().forEach(Service::pause);
  }

  @Override
  public void resume() {
    all().forEach(Service::resume);
  }

  @Override
  public void restart() {
    close();
    begin();
  }

  /** SIGTERM to all, then a bounded wait for each. The job's state stays for the next start. */
  @Override
  public void close() {
    jobManager.askToEnd();
    taskManagers.forEach(TaskManager::askToEnd);
    CloseInReverse.all(all());
  }

  /** Launches all before it waits for one: they need each other, and each takes seconds. */
  private void begin() {
    files.takeJar();
    if (files.hasRun()) {
      SubmittedPlan.delete(files, zookeeper, job.id());
    }
    List<Service> launched = new ArrayList<>();
    try {
      jobManager.launchAlone();
      launched.add(jobManager);
      for (TaskManager taskManager : taskManagers) {
        taskManager.launchAlone();
        launched.add(taskManager);
      }
      jobManager.awaitJob();
      taskManagers.forEach(TaskManager::awaitRegistration);
    } catch (RuntimeException e) {
      CloseInReverse.after(e, launched);
      throw e;
    }
  }

  private List<Service> all() {
    List<Service> all = new ArrayList<>(List.of(jobManager));
    all.addAll(taskManagers);
    return Collections.unmodifiableList(all);
  }

  /** What a cluster is started with. */
  public static final class Builder {
    private static final int FRAMEWORK_HEAP_MIB = 64;

    private final Path lib;
    private final DataFolder folder;
    private final String zookeeper;
    private final FlinkJob job;
    private int restPort;
    private String portSetting = "the REST port";
    private int taskManagers = 2;
    private int slots = 2;
    private int taskHeapMib = 256;
    private Duration checkpointInterval = Duration.ofSeconds(5);
    private Duration heartbeatTimeout = Duration.ofSeconds(5);
    private String savepoint = "";

    private Builder(Path lib, DataFolder folder, String zookeeper, FlinkJob job) {
      this.lib = Objects.requireNonNull(lib, "lib");
      this.folder = Objects.requireNonNull(folder, "folder");
      this.zookeeper = Objects.requireNonNull(zookeeper, "zookeeper");
      this.job = Objects.requireNonNull(job, "job");
    }

    /**
     * The REST port; 0, as without this call, means any free one, the same at every start.
     *
     * @param setting the name of the setting that chose it, for the error when it is in use
     */
    public Builder restPort(int chosen, String setting) {
      this.restPort = chosen;
      this.portSetting = setting;
      return this;
    }

    /** How many TaskManagers; 2 without this call, so that one stands by. */
    public Builder taskManagers(int count) {
      this.taskManagers = count;
      return this;
    }

    /** The slots of each TaskManager; 2 without this call. */
    public Builder slots(int count) {
      this.slots = count;
      return this;
    }

    /** The heap for the job's tasks in each TaskManager, in MiB; 256 without this call. */
    public Builder taskHeapMib(int mib) {
      this.taskHeapMib = mib;
      return this;
    }

    /** The default interval of checkpoints, for a job that sets none; 5 s without this call. */
    public Builder checkpointInterval(Duration interval) {
      this.checkpointInterval = interval;
      return this;
    }

    /**
     * How long a process may be silent before it is taken for lost; 5 s without this call. One that
     * has ended is missed sooner, since nothing takes its messages.
     */
    public Builder heartbeatTimeout(Duration timeout) {
      this.heartbeatTimeout = timeout;
      return this;
    }

    /**
     * The job begins with the state of a savepoint, unless it has a completed checkpoint.
     *
     * @param place as {@link FlinkCluster#stopWithSavepoint} gave it
     */
    public Builder fromSavepoint(String place) {
      this.savepoint = place;
      return this;
    }

    /**
     * Starts the processes and waits until the job is known and every TaskManager is registered.
     *
     * @throws DevStackException with the log's end when a process does not come up
     */
    public FlinkCluster start() {
      int port = folder.choosePort("flink", restPort, portSetting);
      FlinkCluster cluster = new FlinkCluster(this, port);
      cluster.begin();
      return cluster;
    }
  }
}
