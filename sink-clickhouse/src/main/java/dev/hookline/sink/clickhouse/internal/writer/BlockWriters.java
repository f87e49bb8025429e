package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.InvalidRow;
import dev.hookline.sink.clickhouse.PartitionKey;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.check.CheckedConnection;
import dev.hookline.sink.clickhouse.internal.client.InsertCounters;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.commit.BlockCommitters;
import dev.hookline.sink.clickhouse.internal.commit.Uncommitted;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.row.RowValidation;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.InitContext;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.OutputTag;

/** Assembles a task's writer, after its table has been looked at. */
public final class BlockWriters {
  private BlockWriters() {}

  /**
   * A writer that inserts, for one task.
   *
   * @throws IOException if the table cannot take what the sink writes, or the server does not
   *     answer within the budget
   */
  public static <T> SinkWriter<T> inserting(
      SinkSettings settings, RowMapper<T> mapper, PartitionKey<T> key, WriterInitContext context)
      throws IOException {
    CheckedConnection connection = open(settings, context);
    InsertCounters inserts = new InsertCounters(context.metricGroup());
    context.metricGroup().setCurrentSendTimeGauge(inserts::lastLatencyMillis);
    return new BlockWriter<>(
        rows(settings, mapper, key),
        // the blocks of a writer are its own: nobody sent them before
        connection.inserter(inserts, 0),
        new SealMetrics(context.metricGroup()),
        Pause.real(),
        context.getProcessingTimeService(),
        settings.flushInterval(),
        connection::close);
  }

  /**
   * A writer that seals blocks for a committer, for one task.
   *
   * @param sink tells the job's sinks apart
   * @throws IOException as {@link #inserting}: what cannot be committed is not taken
   */
  public static <T> CommittingSinkWriter<T, SealedBlock> sealing(
      SinkSettings settings,
      UUID sink,
      RowMapper<T> mapper,
      PartitionKey<T> key,
      WriterInitContext context)
      throws IOException {
    open(settings, context).close();
    SealMetrics metrics = new SealMetrics(context.metricGroup());
    Uncommitted uncommitted = Uncommitted.ofWriter(BlockCommitters.keyOf(sink, context));
    showUncommitted(context.metricGroup(), uncommitted);
    return new SealingWriter<>(
        rows(settings, mapper, key),
        uncommitted,
        new Throttle(settings.maxUncommittedBytes(), Pause.real(), metrics::heldBack),
        metrics);
  }

  /** {@code uncommittedBytes} (compressed) and {@code oldestUncommittedBlockAgeMs} (0 if none). */
  private static void showUncommitted(SinkWriterMetricGroup group, Uncommitted uncommitted) {
    Clock clock = Clock.systemUTC();
    group.gauge("uncommittedBytes", uncommitted::bytes);
    group.gauge(
        "oldestUncommittedBlockAgeMs",
        () -> {
          long now = clock.millis();
          return Math.max(0, now - uncommitted.oldestSealedAtMillis().orElse(now));
        });
  }

  private static <T> RowBlocks<T> rows(
      SinkSettings settings, RowMapper<T> mapper, PartitionKey<T> key) {
    return new RowBlocks<>(
        new RowEncoder<>(settings.target().schema(), mapper),
        key,
        new BlockAssembler(
            BlockHeader.of(settings.target().schema()),
            settings.blocks(),
            BlockToken.source(),
            Clock.systemUTC()),
        settings.streamIsValidated());
  }

  private static CheckedConnection open(SinkSettings settings, InitContext context)
      throws IOException {
    try {
      return CheckedConnection.open(settings, context, Pause.real());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cancelled while the table was looked at", e);
    }
  }

  /** What lets through the rows that a writer takes, and tells the others to a side output. */
  public static <T> ProcessFunction<T, T> validation(
      SinkSettings settings, RowMapper<T> mapper, OutputTag<InvalidRow<T>> invalidRows) {
    TableSchema schema = settings.target().schema();
    int maxRowBytes =
        new BlockAssembler(
                BlockHeader.of(schema), settings.blocks(), BlockToken.source(), Clock.systemUTC())
            .maxRowBytes();
    return new RowValidation<>(schema, mapper, maxRowBytes, invalidRows);
  }
}
