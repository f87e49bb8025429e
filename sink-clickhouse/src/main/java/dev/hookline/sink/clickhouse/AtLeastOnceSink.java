package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import dev.hookline.sink.clickhouse.internal.writer.BlockWriters;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;

/**
 * {@link DeliveryMode#AT_LEAST_ONCE}: the writer inserts, and has nothing left at a checkpoint.
 *
 * @param <T> the stream's type
 */
final class AtLeastOnceSink<T> implements ClickHouseSink<T> {
  private static final long serialVersionUID = 1L;

  private final SinkSettings settings;
  private final RowMapper<T> rowMapper;
  private final PartitionKey<T> partitionKey;
  private final OnInvalidRow<T> onInvalidRow;

  AtLeastOnceSink(
      SinkSettings settings,
      RowMapper<T> rowMapper,
      PartitionKey<T> partitionKey,
      OnInvalidRow<T> onInvalidRow) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.rowMapper = Objects.requireNonNull(rowMapper, "rowMapper");
    this.partitionKey = Objects.requireNonNull(partitionKey, "partitionKey");
    this.onInvalidRow = Objects.requireNonNull(onInvalidRow, "onInvalidRow");
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return BlockWriters.inserting(settings, rowMapper, partitionKey, context);
  }

  @Override
  public ProcessFunction<T, T> validation() {
    return BlockWriters.validation(settings, rowMapper, onInvalidRow.tag());
  }

  /** The settings, without the password. */
  @Override
  public String toString() {
    return "ClickHouseSink[" + settings + "]";
  }
}
