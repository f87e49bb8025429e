package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.InvalidRow;
import dev.hookline.sink.clickhouse.PartitionKey;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.check.TargetCheck;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.VerifiedBlocks;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.row.RowValidation;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.OutputTag;

/** Assembles a task's writer, after its table has been looked at. */
public final class BlockWriters {
  private BlockWriters() {}

  /**
   * A writer for one task.
   *
   * @throws IOException if the table cannot take what the sink writes, or the server does not
   *     answer within the budget
   */
  public static <T> SinkWriter<T> create(
      SinkSettings settings, RowMapper<T> mapper, PartitionKey<T> key, WriterInitContext context)
      throws IOException {
    ServerConnection connection = new ServerConnection(settings.connection(), settings.target());
    boolean ready = false;
    try {
      Pause pause = Pause.real();
      TargetCheck check =
          new TargetCheck(
              connection, settings.target(), settings.deliveryMode(), settings.retries(), pause);
      TargetCheck.Facts facts = check.run();
      connection.deduplicateInsertIsKnown(facts.knows(GuardedSettings.DEDUPLICATE_INSERT));
      BlockInserter inserter =
          new BlockInserter(
              // the blocks of a writer are its own: nobody sent them before
              check.rechecking(new VerifiedBlocks(connection, 0)),
              settings.target(),
              settings.retries(),
              new SinkMetrics(context.metricGroup()),
              pause,
              () -> ThreadLocalRandom.current().nextDouble());
      BlockAssembler assembler =
          new BlockAssembler(
              BlockHeader.of(settings.target().schema()),
              settings.blocks(),
              BlockToken.source(),
              Clock.systemUTC());
      SinkWriter<T> writer =
          new BlockWriter<>(
              new RowEncoder<>(settings.target().schema(), mapper),
              key,
              assembler,
              inserter,
              context.getProcessingTimeService(),
              settings.flushInterval(),
              connection::close);
      ready = true;
      return writer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cancelled while the table was looked at", e);
    } finally {
      if (!ready) {
        connection.close();
      }
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
