package dev.hookline.bench.sink;

import dev.hookline.jobs.normalise.NormalizedEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A job of a source and a sink, in a cluster inside this process: its checkpoints, its mailbox and
 * its memory are those of any cluster, and one process can be weighed as a whole. It never
 * restarts: a failure is the end of the measurement.
 */
final class FlinkLoad implements Load {
  private static final int HISTORY = 10_000;

  /** For an answer of the cluster, which on a machine under load may be long in coming. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final VariantTask task;
  private final Sink<NormalizedEvent> sink;
  private MiniCluster cluster;
  private JobID job;

  FlinkLoad(VariantTask task, Sink<NormalizedEvent> sink) {
    this.task = task;
    this.sink = sink;
  }

  @Override
  public void start() throws Exception {
    Configuration settings = new Configuration();
    settings.set(PipelineOptions.GENERIC_TYPES, false);
    settings.set(PipelineOptions.OBJECT_REUSE, true);
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, task.variant().checkpointInterval());
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        Path.of(task.folder(), "checkpoints").toUri().toString());
    settings.set(RpcOptions.ASK_TIMEOUT_DURATION, PATIENCE);
    settings.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, HISTORY);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(task.parallelism());
    RowSource.in(env, task.rowsPerSecond()).sinkTo(sink).name(task.variant().label());
    JobGraph graph = env.getStreamGraph().getJobGraph();
    job = graph.getJobID();
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(task.parallelism())
                .build());
    cluster.start();
    cluster.submitJob(graph).get(1, TimeUnit.MINUTES);
  }

  @Override
  public void check() throws Exception {
    JobStatus status = cluster.getJobStatus(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (status.isTerminalState() || status == JobStatus.FAILING) {
      throw failure(status);
    }
  }

  @Override
  public void finish() throws Exception {
    CompletableFuture<String> stopped =
        cluster.stopWithSavepoint(
            job,
            Path.of(task.folder(), "savepoint").toUri().toString(),
            true,
            SavepointFormatType.CANONICAL);
    stopped.get(3, TimeUnit.MINUTES);
    if (!cluster.requestJobResult(job).get(3, TimeUnit.MINUTES).isSuccess()) {
      throw failure(cluster.getJobStatus(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
  }

  @Override
  public long rowsGiven() {
    return RowSource.given();
  }

  @Override
  public List<VariantRun.Checkpoint> checkpoints(long sinceMillis) throws Exception {
    CheckpointStatsSnapshot stats =
        cluster
            .getExecutionGraph(job)
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .getCheckpointStatsSnapshot();
    List<VariantRun.Checkpoint> completed = new ArrayList<>();
    for (AbstractCheckpointStats checkpoint : stats.getHistory().getCheckpoints()) {
      if (checkpoint instanceof CompletedCheckpointStats done
          && done.getTriggerTimestamp() >= sinceMillis) {
        completed.add(new VariantRun.Checkpoint(done.getEndToEndDuration(), done.getStateSize()));
      }
    }
    return completed;
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.closeAsync().orTimeout(1, TimeUnit.MINUTES).join();
    }
  }

  private IllegalStateException failure(JobStatus status) throws Exception {
    ErrorInfo why =
        cluster.getExecutionGraph(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getFailureInfo();
    return new IllegalStateException(
        "the job is " + status, why == null ? null : why.getException());
  }
}
