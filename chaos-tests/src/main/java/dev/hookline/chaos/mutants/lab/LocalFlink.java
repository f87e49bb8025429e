package dev.hookline.chaos.mutants.lab;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster in this JVM, with one worker. */
public final class LocalFlink implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration CHECKPOINTS = Duration.ofMillis(300);
  private static final int SLOTS = 12;

  private final Path folder;
  private final MiniCluster cluster;

  /**
   * Starts it.
   *
   * @param folder for checkpoints and savepoints
   */
  LocalFlink(Path folder) {
    this.folder = folder;
    Configuration settings = new Configuration();
    settings.set(RestOptions.ADDRESS, "127.0.0.1");
    settings.set(RestOptions.BIND_PORT, "0");
    this.cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
    try {
      cluster.start();
    } catch (Exception e) {
      throw new IllegalStateException("Flink did not start: " + e.getMessage(), e);
    }
  }

  /** Its REST interface. */
  public URI rest() {
    return get("Flink's address", cluster.getRestAddress());
  }

  /**
   * Submits a job and does not wait for it.
   *
   * @param name names its folder of checkpoints
   * @param define adds the job to an environment
   * @param savepoint to start from; empty for none
   */
  JobID submit(String name, Consumer<StreamExecutionEnvironment> define, String savepoint) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(settings(name));
    env.setParallelism(1);
    define.accept(env);
    JobGraph graph = env.getStreamGraph().getJobGraph();
    if (!savepoint.isEmpty()) {
      graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint));
    }
    return get("Flink to take a job", cluster.submitJob(graph)).getJobID();
  }

  private Configuration settings(String name) {
    Configuration settings = new Configuration();
    settings.set(PipelineOptions.GENERIC_TYPES, false);
    settings.set(PipelineOptions.OBJECT_REUSE, true);
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve(name).resolve("checkpoints").toUri().toString());
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(300));
    return settings;
  }

  /** Stops a job with a savepoint, without draining it. Returns where the savepoint is. */
  String stop(String name, JobID job) {
    return get(
        "a savepoint of " + name,
        cluster.stopWithSavepoint(
            job,
            folder.resolve(name).resolve("savepoints").toUri().toString(),
            false,
            SavepointFormatType.CANONICAL));
  }

  /** Ends a job; one that has ended is left alone. */
  void cancel(JobID job) {
    if (!get("the job's status", cluster.getJobStatus(job)).isGloballyTerminalState()) {
      get("the end of a job", cluster.cancelJob(job));
      get("the end of a job", cluster.requestJobResult(job));
    }
  }

  private static <T> T get(String what, CompletableFuture<T> future) {
    try {
      return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what + ": " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("waited " + LIMIT.toSeconds() + " s in vain for " + what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    }
  }

  @Override
  public void close() {
    get("the end of Flink", cluster.closeAsync());
  }
}
