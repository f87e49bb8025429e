package dev.hookline.sink.clickhouse;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * Takes the values of one row, in the order of the {@link TableSchema}. Each call names its column;
 * a name that is not the next one in the schema is an error of the mapper and is refused, so a
 * column can be neither skipped, doubled nor swapped. Every value is checked against the column's
 * type before it becomes part of a block.
 *
 * <p>{@code null} is taken by Nullable columns only. All methods throw {@link InvalidRowException}
 * for a value that the column cannot hold, and {@link IllegalStateException} for a column out of
 * order.
 */
public interface RowWriter {

  /** A text, for String and Enum columns (an enum value by its name). */
  RowWriter string(String column, String value);

  /** An integer, for Int8…Int64 and UInt8…UInt64 columns. */
  RowWriter integer(String column, long value);

  /** A floating point number, for Float64 columns. */
  RowWriter float64(String column, double value);

  /** A truth value, for Bool columns. */
  RowWriter bool(String column, boolean value);

  /** A UUID. */
  RowWriter uuid(String column, UUID value);

  /** A point in time, for DateTime64 columns; digits beyond the column's precision are cut off. */
  RowWriter timestamp(String column, Instant value);

  /** A point in time in milliseconds since 1970 UTC, for DateTime64 columns. */
  RowWriter timestampMillis(String column, long epochMillis);

  /** A day, for Date columns. */
  RowWriter date(String column, LocalDate value);

  /** A map, for Map columns; neither its keys nor its values may be null unless Nullable. */
  RowWriter map(String column, Map<?, ?> value);

  /** A list, for Array columns. */
  RowWriter array(String column, Collection<?> value);

  /**
   * Any value by its Java type: those of the methods above boxed, BigInteger for UInt64, byte[] for
   * String, a Java enum by its name, or null.
   */
  RowWriter value(String column, Object value);
}
