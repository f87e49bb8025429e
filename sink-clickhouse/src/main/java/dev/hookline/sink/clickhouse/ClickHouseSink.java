package dev.hookline.sink.clickhouse;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.functions.ProcessFunction;

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
public sealed interface ClickHouseSink<T> extends Sink<T> permits AtLeastOnceSink, ExactlyOnceSink {

  /** A builder with its defaults. */
  static <T> ClickHouseSinkBuilder<T> builder() {
    return new ClickHouseSinkBuilder<>();
  }

  /**
   * What tells the rows that the table cannot hold to the side output that {@code onInvalidRow}
   * names, before they reach the sink, where the first of them would fail the job:
   *
   * <pre>{@code
   * SingleOutputStreamOperator<Order> valid = orders.process(sink.validation());
   * valid.sinkTo(sink);
   * valid.getSideOutput(INVALID).sinkTo(…);
   * }</pre>
   *
   * <p>It maps and checks each value as the sink does, which then does it a second time. A mapper
   * that throws anything but {@link InvalidRowException} fails the job here as there.
   *
   * @throws IllegalStateException if {@code onInvalidRow} was not given a side output
   */
  ProcessFunction<T, T> validation();
}
