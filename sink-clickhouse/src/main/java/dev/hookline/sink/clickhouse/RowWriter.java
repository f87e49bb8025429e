package dev.hookline.sink.clickhouse;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
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

  /** A text, for String, FixedString, JSON and Enum columns (an enum value by its name). */
  RowWriter string(String column, String value);

  /**
   * An integer, for Int8…Int256, UInt8…UInt256 and Decimal columns; wider ones by {@link #value}.
   */
  RowWriter integer(String column, long value);

  /** A number with digits after the point, for Decimal columns; it is never rounded. */
  RowWriter decimal(String column, BigDecimal value);

  /** A floating point number, for Float64 columns; in Float32 columns rounded to the nearest. */
  RowWriter float64(String column, double value);

  /** A floating point number, for Float32 and Float64 columns. */
  RowWriter float32(String column, float value);

  /** A truth value, for Bool columns. */
  RowWriter bool(String column, boolean value);

  /** A UUID. */
  RowWriter uuid(String column, UUID value);

  /** An address, for IPv4 and IPv6 columns; an IPv4 one is mapped in an IPv6 column. */
  RowWriter address(String column, InetAddress value);

  /**
   * A point in time, for DateTime64 and DateTime columns; digits beyond the column's precision are
   * cut off.
   */
  RowWriter timestamp(String column, Instant value);

  /** A point in time in milliseconds since 1970 UTC, for DateTime64 and DateTime columns. */
  RowWriter timestampMillis(String column, long epochMillis);

  /** A day, for Date and Date32 columns. */
  RowWriter date(String column, LocalDate value);

  /** A map, for Map columns; neither its keys nor its values may be null unless Nullable. */
  RowWriter map(String column, Map<?, ?> value);

  /** A list, for Array columns; for a Nested column a list of lists, one for each of its rows. */
  RowWriter array(String column, Collection<?> value);

  /** One value for each element, for Tuple columns; named elements come in their order as well. */
  RowWriter tuple(String column, List<?> value);

  /**
   * Any value by its Java type: those of the methods above boxed, BigInteger for whole numbers of
   * any width, byte[] for String and FixedString, OffsetDateTime and ZonedDateTime for points in
   * time, a Java enum by its name, or null. So are the values inside lists and maps given.
   */
  RowWriter value(String column, Object value);
}
