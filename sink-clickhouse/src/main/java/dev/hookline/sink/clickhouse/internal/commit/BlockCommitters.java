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
    long doubted = restoredAt == 0 ? 0 : restoredAt + CLOCK_SKEW_MILLIS;
    return new BlockCommitter(
        new InsertLanes(
            new Connections(settings, context, metrics, doubted), settings.parallelInserts()),
        metrics,
        uncommitted,
        restoredAt,
        uncommitted::release);
  }

  /** A committer's first connection looks at the table; the others go by what it saw. */
  private static final class Connections implements InsertLanes.Opening {
    private final SinkSettings settings;
    private final InitContext context;
    private final InsertCounters metrics;
    private final long doubted;
    private CheckedConnection first;

    Connections(SinkSettings settings, InitContext context, InsertCounters metrics, long doubted) {
      this.settings = settings;
      this.context = context;
      this.metrics = metrics;
      this.doubted = doubted;
    }

    @Override
    public InsertLane open() throws IOException, InterruptedException {
      CheckedConnection connection =
          first == null ? CheckedConnection.open(settings, context, Pause.real()) : first.another();
      first = connection;
      return new InsertLane(connection.inserter(metrics, doubted), connection::close);
    }
  }

  /** Where writer and committer of one subtask meet. */
  public static Uncommitted.Key keyOf(UUID sink, InitContext context) {
    return new Uncommitted.Key(
        sink,
        context.getJobInfo().getJobId(),
        context.getTaskInfo().getIndexOfThisSubtask(),
        context.getTaskInfo().getNumberOfParallelSubtasks(),
        context.getTaskInfo().getAttemptNumber());
  }
}
