package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.check.CheckedConnection;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
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
    Opened opened = new Opened(settings, metrics, uncommitted, restoredAt);
    return new BlockCommitter(opened, metrics, uncommitted, restoredAt, opened::close);
  }

  /** Where writer and committer of one subtask meet. */
  public static Uncommitted.Key keyOf(UUID sink, InitContext context) {
    return new Uncommitted.Key(
        sink,
        context.getJobInfo().getJobId(),
        context.getTaskInfo().getIndexOfThisSubtask(),
        context.getTaskInfo().getAttemptNumber());
  }

  /** The connection, once there is one. */
  private static final class Opened implements BlockCommitter.Opening, AutoCloseable {
    private final SinkSettings settings;
    private final InsertCounters metrics;
    private final Uncommitted uncommitted;
    private final long restoredAtMillis;
    private CheckedConnection connection;
    private boolean closed;

    private Opened(
        SinkSettings settings,
        InsertCounters metrics,
        Uncommitted uncommitted,
        long restoredAtMillis) {
      this.settings = settings;
      this.metrics = metrics;
      this.uncommitted = uncommitted;
      this.restoredAtMillis = restoredAtMillis;
    }

    @Override
    public BlockInserter open() throws IOException, InterruptedException {
      connection = CheckedConnection.open(settings, Pause.real());
      long doubted = restoredAtMillis == 0 ? 0 : restoredAtMillis + CLOCK_SKEW_MILLIS;
      return connection.inserter(metrics, doubted);
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      uncommitted.release();
      if (connection != null) {
        connection.close();
      }
    }
  }
}
