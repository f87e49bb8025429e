package dev.hookline.sink.clickhouse;

import org.apache.flink.api.connector.sink2.Sink;

/**
 * Writes a stream into a ClickHouse table.
 *
 * <p>Rows are gathered into blocks of one partition, sealed under a token, compressed once, and
 * inserted one block at a time; whatever fails on the way is sent again, the same bytes under the
 * same token, which the server drops if it has them. The table needs a column {@code ingest_block
 * UUID} and a deduplication window; at start the sink looks at the table and refuses one that
 * cannot keep the promise, naming the setting and the ALTER that mends it.
 *
 * <p>There is one class for each {@link DeliveryMode}, because the mere presence of a committer in
 * a sink's type puts a commit step into the job's graph.
 *
 * @param <T> the stream's type
 */
public sealed interface ClickHouseSink<T> extends Sink<T> permits AtLeastOnceSink {

  /** A builder with its defaults. */
  static <T> ClickHouseSinkBuilder<T> builder() {
    return new ClickHouseSinkBuilder<>();
  }
}
