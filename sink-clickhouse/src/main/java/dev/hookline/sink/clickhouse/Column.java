package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.row.ColumnTypes;
import java.io.Serializable;
import java.util.Objects;

/**
 * One column of the target table.
 *
 * @param name the column's name, as the server spells it
 * @param type the column's ClickHouse type in the server's own spelling, such as {@code
 *     DateTime64(3, 'UTC')}
 */
public record Column(String name, String type) implements Serializable {

  /** Spells the type as the server does. */
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    if (name.isBlank()) {
      throw new IllegalArgumentException("a column needs a name; its type is " + type);
    }
    try {
      type = ColumnTypes.canonical(type);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("column '" + name + "': " + e.getMessage(), e);
    }
  }

  /**
   * A column of that name and type.
   *
   * @param type ClickHouse's type text; blanks do not matter
   * @throws IllegalArgumentException if the sink does not write the type; the message lists those
   *     that it writes
   */
  public static Column of(String name, String type) {
    return new Column(name, type);
  }
}
