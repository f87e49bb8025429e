package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.RowWriter;
import dev.hookline.sink.clickhouse.TableSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Maps one value to the RowBinary bytes of one row, whole or not at all. Not thread-safe: it lives
 * in the task's thread.
 *
 * @param <T> the stream's type
 */
public final class RowEncoder<T> {
  private final List<Column> columns;
  private final ValueCodec[] codecs;
  private final RowMapper<T> mapper;
  private final RowBuffer buffer = new RowBuffer();
  private final RowBinaryFormatSerializer out = new RowBinaryFormatSerializer(buffer);
  private final Cells cells = new Cells();
  private Object current;
  private int next;

  /** An encoder for rows of that schema. */
  public RowEncoder(TableSchema schema, RowMapper<T> mapper) {
    this.columns = schema.columns();
    this.codecs =
        columns.stream()
            .map(column -> ColumnTypes.codec(column.type(), buffer))
            .toArray(ValueCodec[]::new);
    this.mapper = mapper;
  }

  /**
   * The row of {@code value}, in a buffer that the next call uses again.
   *
   * @throws InvalidRowException if a column cannot hold its value
   * @throws IllegalStateException if the mapper does not give every column once and in order
   */
  public RowBuffer encode(T value) {
    buffer.clear();
    next = 0;
    current = value;
    try {
      mapper.map(value, cells);
    } finally {
      current = null;
    }
    if (next != codecs.length) {
      throw new IllegalStateException(
          "the row mapper gave "
              + next
              + " of "
              + codecs.length
              + " columns: '"
              + columns.get(next).name()
              + "' is missing");
    }
    return buffer;
  }

  private ValueCodec take(String column) {
    if (next >= codecs.length) {
      throw new IllegalStateException(
          "the row mapper gave column '" + column + "' after the last one of the schema");
    }
    String due = columns.get(next).name();
    if (!due.equals(column)) {
      throw new IllegalStateException(
          "the row mapper gave column '" + column + "' where '" + due + "' is due");
    }
    return codecs[next++];
  }

  private InvalidRowException refused(Object value, ValueRefused why) {
    Column column = columns.get(next - 1);
    return new InvalidRowException(column.name(), column.type(), value, why.getMessage(), current);
  }

  private static UncheckedIOException impossible(IOException e) {
    return new UncheckedIOException("a buffer in memory does not fail", e);
  }

  /** What the mapper sees. */
  private final class Cells implements RowWriter {
    @Override
    public RowWriter string(String column, String value) {
      return value(column, value);
    }

    @Override
    public RowWriter integer(String column, long value) {
      ValueCodec codec = take(column);
      try {
        codec.writeLong(out, value);
      } catch (ValueRefused e) {
        throw refused(value, e);
      } catch (IOException e) {
        throw impossible(e);
      }
      return this;
    }

    @Override
    public RowWriter float64(String column, double value) {
      ValueCodec codec = take(column);
      try {
        codec.writeDouble(out, value);
      } catch (ValueRefused e) {
        throw refused(value, e);
      } catch (IOException e) {
        throw impossible(e);
      }
      return this;
    }

    @Override
    public RowWriter float32(String column, float value) {
      return float64(column, value);
    }

    @Override
    public RowWriter decimal(String column, BigDecimal value) {
      return value(column, value);
    }

    @Override
    public RowWriter address(String column, InetAddress value) {
      return value(column, value);
    }

    @Override
    public RowWriter tuple(String column, List<?> value) {
      return value(column, value);
    }

    @Override
    public RowWriter bool(String column, boolean value) {
      ValueCodec codec = take(column);
      try {
        codec.writeBoolean(out, value);
      } catch (ValueRefused e) {
        throw refused(value, e);
      } catch (IOException e) {
        throw impossible(e);
      }
      return this;
    }

    @Override
    public RowWriter timestampMillis(String column, long epochMillis) {
      ValueCodec codec = take(column);
      try {
        codec.writeEpochMillis(out, epochMillis);
      } catch (ValueRefused e) {
        throw refused(epochMillis, e);
      } catch (IOException e) {
        throw impossible(e);
      }
      return this;
    }

    @Override
    public RowWriter uuid(String column, UUID value) {
      return value(column, value);
    }

    @Override
    public RowWriter timestamp(String column, Instant value) {
      return value(column, value);
    }

    @Override
    public RowWriter date(String column, LocalDate value) {
      return value(column, value);
    }

    @Override
    public RowWriter map(String column, Map<?, ?> value) {
      return value(column, value);
    }

    @Override
    public RowWriter array(String column, Collection<?> value) {
      return value(column, value);
    }

    @Override
    public RowWriter value(String column, Object value) {
      ValueCodec codec = take(column);
      try {
        codec.write(out, value);
      } catch (ValueRefused e) {
        throw refused(value, e);
      } catch (IOException e) {
        throw impossible(e);
      }
      return this;
    }
  }
}
