package dev.hookline.sink.clickhouse.internal.settings;

import dev.hookline.sink.clickhouse.TableSchema;
import java.io.Serializable;
import java.util.Objects;

/**
 * The table that is written.
 *
 * @param database its database
 * @param table its name
 * @param schema the columns that are written
 * @param partitionExpression the table's PARTITION BY; empty if it has none
 */
public record Target(String database, String table, TableSchema schema, String partitionExpression)
    implements Serializable {

  /** Everything must be said. */
  public Target {
    named("database", database);
    named("table", table);
    Objects.requireNonNull(schema, "schema is missing: the columns to write");
    Objects.requireNonNull(
        partitionExpression,
        "say partitionedBy(expression, key) or unpartitioned(): a block must stay inside one"
            + " partition");
  }

  private static void named(String what, String value) {
    Objects.requireNonNull(value, what + " is missing");
    if (value.isBlank() || value.indexOf('`') >= 0 || value.indexOf('\\') >= 0) {
      throw new IllegalArgumentException(what + " '" + value + "' is no usable name");
    }
  }

  /** For a statement, quoted. */
  public String quoted() {
    return "`" + database + "`.`" + table + "`";
  }

  @Override
  public String toString() {
    return database + "." + table;
  }
}
