package dev.hookline.sink.clickhouse;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns that the sink writes, in the order in which the {@link RowMapper} gives them. The
 * table may have more columns, which then take their defaults. {@value #INGEST_BLOCK} is not among
 * them: the sink adds it.
 *
 * @param columns at least one, names unique
 */
public record TableSchema(List<Column> columns) implements Serializable {

  /** The column of type UUID in which each row names the block that brought it. */
  public static final String INGEST_BLOCK = "ingest_block";

  /** Refuses an empty list, a name that comes twice, and the sink's own column. */
  public TableSchema {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a table schema needs at least one column");
    }
    Set<String> seen = new HashSet<>();
    for (Column column : columns) {
      if (column.name().equals(INGEST_BLOCK)) {
        throw new IllegalArgumentException(
            "column '" + INGEST_BLOCK + "' is written by the sink itself: leave it out");
      }
      if (!seen.add(column.name())) {
        throw new IllegalArgumentException("column '" + column.name() + "' is given twice");
      }
    }
  }

  /** A schema of these columns, in this order. */
  public static TableSchema of(Column... columns) {
    return new TableSchema(Arrays.asList(columns));
  }
}
