package dev.hookline.jobs.rows;

import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.RowWriter;
import dev.hookline.sink.clickhouse.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rows of {@code employee_metrics_hourly}: one column for each {@link Metric}, in its order. */
public final class HourRows {

  /** The table's name. */
  public static final String TABLE = "employee_metrics_hourly";

  /** The table's partition key. */
  public static final String PARTITION_BY = "toYYYYMM(hour)";

  /** The table's columns. */
  public static final TableSchema SCHEMA = schema();

  private HourRows() {}

  /**
   * The row of a person's hour.
   *
   * @param hour not null
   * @param row takes the values in the order of {@link #SCHEMA}
   */
  public static void write(PersonHour hour, RowWriter row) {
    row.string("org", hour.org())
        .string("source", hour.source())
        .string("person_id", hour.personId())
        .timestampMillis("hour", hour.hour());
    for (Metric metric : Metric.values()) {
      row.integer(metric.column(), hour.totals().sum(metric));
    }
    row.integer("events", hour.totals().events()).integer("version", hour.version());
  }

  /**
   * Tells the table's partitions apart.
   *
   * @param hour not null
   * @return year and month of the hour, such as 202511
   */
  public static Object partition(PersonHour hour) {
    return EventRows.month(Instant.ofEpochMilli(hour.hour()));
  }

  private static TableSchema schema() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("org", "LowCardinality(String)"));
    columns.add(Column.of("source", "LowCardinality(String)"));
    columns.add(Column.of("person_id", "String"));
    columns.add(Column.of("hour", "DateTime64(3, 'UTC')"));
    for (Metric metric : Metric.values()) {
      columns.add(Column.of(metric.column(), "Int64"));
    }
    columns.add(Column.of("events", "UInt64"));
    columns.add(Column.of("version", "UInt64"));
    return new TableSchema(columns);
  }
}
