package dev.hookline.jobs;

import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.source.WebhookSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The whole job on a MiniCluster, with the checkpoints and restarts that a cluster's file sets. */
final class RunningJob {

  private static final long LIMIT_SECONDS = 60;

  private final MiniCluster cluster;
  private final JobClient client;
  private final Path savepoints;

  private RunningJob(MiniCluster cluster, JobClient client, Path savepoints) {
    this.cluster = cluster;
    this.client = client;
    this.savepoints = savepoints;
  }

  /**
   * Starts it.
   *
   * @param savepoint to start from; null for none
   */
  static RunningJob start(MiniCluster cluster, JobConfig config, Path folder, String savepoint)
      throws Exception {
    Configuration settings = WebhookAnalyticsMain.flinkSettings();
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    settings.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofMillis(200));
    settings.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofMillis(400));
    if (savepoint != null) {
      settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(2);
    WebhookPipeline.define(
        env,
        config,
        WebhookSource.of(config.kafka()),
        WebhookSource.log(config.kafka()),
        new WebhookNormaliser(config.lateness()),
        WebhookSinks.of(config));
    JobClient client = env.executeAsync(WebhookAnalyticsMain.JOB_NAME);
    return new RunningJob(cluster, client, folder.resolve("savepoints"));
  }

  /** Stops with a savepoint, without draining. */
  String stop() throws Exception {
    return client
        .stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  void cancel() throws Exception {
    if (!status().isGloballyTerminalState()) {
      client.cancel().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  JobStatus status() throws Exception {
    return client.getJobStatus().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits for one checkpoint more, which is triggered from now on. */
  void awaitCheckpoint() throws Exception {
    cluster.triggerCheckpoint(client.getJobID()).get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Why the last attempt failed; empty while none has. */
  Optional<Failure> failure() throws Exception {
    ErrorInfo info =
        cluster
            .getExecutionGraph(client.getJobID())
            .get(LIMIT_SECONDS, TimeUnit.SECONDS)
            .getFailureInfo();
    return Optional.ofNullable(info)
        .map(error -> new Failure(error.getTimestamp(), error.getExceptionAsString()));
  }

  /**
   * One failure.
   *
   * @param time milliseconds since 1970
   * @param trace the exception with its causes
   */
  record Failure(long time, String trace) {}
}
