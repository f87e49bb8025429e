package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.check.CheckedConnection;
import dev.hookline.sink.clickhouse.internal.client.InsertCounters;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.InitContext;

/** Assembles a task's committer. */
public final class BlockCommitters {
  /** By how much the clock of a TaskManager that sealed a block may be ahead of this one's. */
  private static final long CLOCK_SKEW_MILLIS = 60_000;

  private BlockCommitters() {}

  /**
   * A committer for one task. Nothing is opened before there is a block to send.
   *
   * @param sink tells the job's sinks apart
   */
  public static Committer<SealedBlock> create(
      SinkSettings settings, UUID sink, CommitterInitContext context) {
    InsertCounters metrics = new InsertCounters(context.metricGroup());
    Uncommitted uncommitted = Uncommitted.ofCommitter(keyOf(sink, context));
    long restoredAt =
        context.getRestoredCheckpointId().isPresent() ? Clock.systemUTC().millis() : 0;
    return new BlockCommitter(
        new InsertLanes(() -> open(settings, metrics, restoredAt), settings.parallelInserts()),
        metrics,
        uncommitted,
        restoredAt,
        uncommitted::release);
  }

  private static InsertLane open(SinkSettings settings, InsertCounters metrics, long restoredAt)
      throws IOException, InterruptedException {
    CheckedConnection connection = CheckedConnection.open(settings, Pause.real());
    long doubted = restoredAt == 0 ? 0 : restoredAt + CLOCK_SKEW_MILLIS;
    return new InsertLane(connection.inserter(metrics, doubted), connection::close);
  }

  /** Where writer and committer of one subtask meet. */
  public static Uncommitted.Key keyOf(UUID sink, InitContext context) {
    return new Uncommitted.Key(
        sink,
        context.getJobInfo().getJobId(),
        context.getTaskInfo().getIndexOfThisSubtask(),
        context.getTaskInfo().getAttemptNumber());
  }
}
