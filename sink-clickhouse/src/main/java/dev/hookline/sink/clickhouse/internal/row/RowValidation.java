package dev.hookline.sink.clickhouse.internal.row;

import dev.hookline.sink.clickhouse.InvalidRow;
import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Lets through what the sink will take, and tells the rest to a side output. It asks the sink's own
 * encoder, so the two never differ; and since the answer is a function of the value, a value that
 * is read again after a restart goes the same way.
 *
 * @param <T> the stream's type
 */
public final class RowValidation<T> extends ProcessFunction<T, T> {
  private static final long serialVersionUID = 1L;

  private final TableSchema schema;
  private final RowMapper<T> mapper;
  private final int maxRowBytes;
  private final OutputTag<InvalidRow<T>> invalidRows;
  private transient RowEncoder<T> encoder;

  /**
   * @param maxRowBytes the largest row that fits a block
   * @param invalidRows where the others go
   */
  public RowValidation(
      TableSchema schema,
      RowMapper<T> mapper,
      int maxRowBytes,
      OutputTag<InvalidRow<T>> invalidRows) {
    this.schema = schema;
    this.mapper = mapper;
    this.maxRowBytes = maxRowBytes;
    this.invalidRows = Objects.requireNonNull(invalidRows, "invalidRows");
  }

  @Override
  public void open(OpenContext context) {
    encoder = new RowEncoder<>(schema, mapper);
  }

  @Override
  public void processElement(T value, Context context, Collector<T> valid) {
    try {
      int bytes = encoder.encode(value).size();
      if (bytes > maxRowBytes) {
        throw new InvalidRowException(bytes, maxRowBytes, value);
      }
    } catch (InvalidRowException e) {
      context.output(invalidRows, new InvalidRow<>(value, e.column(), e.getMessage()));
      return;
    }
    valid.collect(value);
  }
}
