package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import dev.hookline.sink.clickhouse.internal.writer.BlockWriters;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Writes a stream into a ClickHouse table.
 *
 * <p>Rows are gathered into blocks of one partition, sealed under a token, compressed once, and
 * inserted one block at a time; whatever fails on the way is sent again, the same bytes under the
 * same token, which the server drops if it has them. The table needs a column {@code ingest_block
 * UUID} and a deduplication window; at start the sink looks at the table and refuses one that
 * cannot keep the promise, naming the setting and the ALTER that mends it.
 *
 * @param <T> the stream's type
 */
public final class ClickHouseSink<T> implements Sink<T> {
  private static final long serialVersionUID = 1L;

  private final SinkSettings settings;
  private final RowMapper<T> rowMapper;
  private final PartitionKey<T> partitionKey;

  ClickHouseSink(SinkSettings settings, RowMapper<T> rowMapper, PartitionKey<T> partitionKey) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.rowMapper = Objects.requireNonNull(rowMapper, "rowMapper");
    this.partitionKey = Objects.requireNonNull(partitionKey, "partitionKey");
  }

  /** A builder with its defaults. */
  public static <T> ClickHouseSinkBuilder<T> builder() {
    return new ClickHouseSinkBuilder<>();
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return BlockWriters.create(settings, rowMapper, partitionKey, context);
  }

  /** The settings, without the password. */
  @Override
  public String toString() {
    return "ClickHouseSink[" + settings + "]";
  }
}
