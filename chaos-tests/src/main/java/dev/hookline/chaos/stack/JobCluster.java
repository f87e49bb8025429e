package dev.hookline.chaos.stack;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.flink.FlinkCluster;
import dev.hookline.devstack.flink.FlinkJob;
import dev.hookline.devstack.flink.NoSavepointException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The Flink cluster, which can come back with another parallelism or from a savepoint: one
 * JobManager, two TaskManagers of two slots. It never cancels the job. One thread at a time starts
 * and stops it.
 */
public final class JobCluster implements AutoCloseable {

  /** So that one of the two TaskManagers stands by. */
  public static final int PARALLELISM = 2;

  private static final Duration SAVEPOINT_LIMIT = Duration.ofSeconds(90);

  private final Path lib;
  private final DataFolder folder;
  private final String zookeeper;
  private final FlinkJob job;
  private volatile FlinkCluster cluster;

  JobCluster(Path lib, DataFolder folder, String zookeeper, FlinkJob job) {
    this.lib = lib;
    this.folder = folder;
    this.zookeeper = zookeeper;
    this.job = job;
  }

  void start() {
    cluster = builder(PARALLELISM).start();
  }

  private FlinkCluster.Builder builder(int parallelism) {
    return FlinkCluster.builder(lib, folder, zookeeper, job.withParallelism(parallelism));
  }

  /** The running processes, or the last that ran. */
  public FlinkCluster processes() {
    return cluster;
  }

  /** Every process, the JobManager first. */
  public List<Service> all() {
    List<Service> all = new ArrayList<>(List.of(cluster.jobManager()));
    all.addAll(cluster.taskManagers());
    return all;
  }

  /** Ends all processes; the state stays for the next start. */
  public void stop() {
    cluster.close();
  }

  /** Starts all processes after {@link #stop}, from the newest completed checkpoint. */
  public void startAgain() {
    cluster.restart();
  }

  /**
   * Ends all processes and starts them with another parallelism, from the newest completed
   * checkpoint.
   *
   * @param parallelism 1 to 4, as many as there are slots
   */
  public void rescale(int parallelism) {
    cluster.close();
    cluster = builder(parallelism).start();
  }

  /**
   * Stops the job with a savepoint and ends all processes.
   *
   * @return where it is
   * @throws NoSavepointException when Flink says that none was made; the job goes on then
   * @throws DevStackException also when nobody knows whether one was made
   */
  public String stopWithSavepoint() {
    return cluster.stopWithSavepoint(SAVEPOINT_LIMIT);
  }

  /**
   * Starts all processes from a savepoint.
   *
   * @param place as {@link #stopWithSavepoint} gave it
   */
  public void startFrom(String place) {
    cluster = builder(PARALLELISM).fromSavepoint(place).start();
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
