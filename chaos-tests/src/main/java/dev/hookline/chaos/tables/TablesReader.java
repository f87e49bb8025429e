package dev.hookline.chaos.tables;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.chaos.checker.AggregatesAgree;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.cli.stack.ClickHouseHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads everything that checkers look at, as an analyst, whose SELECT on the database covers all of
 * it. One statement a table: to be used when everything has settled.
 */
public final class TablesReader {

  /** More than the longest run brings; a row is some 500 bytes here. */
  public static final int MOST_ROWS = 500_000;

  private static final List<String> AMOUNTS =
      List.of(
          "pr_opened",
          "pr_merged",
          "pr_closed_unmerged",
          "reviews",
          "review_comments",
          "review_latency_ms",
          "review_latency_count",
          "issues_created",
          "issues_resolved",
          "events");

  /** No metric: how many rows an hour has that must have one. */
  static final String ROWS = "rows";

  private static final String IDENTITY = "concat(org, ':', source, ':', event_id)";

  private static final String EVENT =
      "SELECT "
          + IDENTITY
          + ", event_type, content_hash, ifNull(lower(hex(SHA256(payload))), ''), payload_size,"
          + " toUnixTimestamp64Milli(event_time), toUnixTimestamp64Milli(received_at), late,"
          + " toString(ingest_block) FROM ";

  private final ObjectMapper mapper = new ObjectMapper();
  private final ClickHouseHttp clickHouse;
  private final int most;

  /**
   * A reader.
   *
   * @param clickHouse may read the database in which it looks up names
   * @param most how many rows one table may have here, such as {@link #MOST_ROWS}
   */
  public TablesReader(ClickHouseHttp clickHouse, int most) {
    this.clickHouse = clickHouse;
    this.most = most;
  }

  /**
   * Reads.
   *
   * @throws IllegalStateException when a table has more rows than it may
   * @throws dev.hookline.cli.CliFailure when ClickHouse refuses or does not answer
   */
  public Tables read() {
    return new Tables(
        events("normalized_events"),
        events("v_events"),
        ledger(),
        hours("v_employee_metrics_hourly"),
        hours("v_employee_windows"),
        averages(),
        eventsByHour(),
        rejected());
  }

  private List<EventRow> events(String table) {
    List<EventRow> rows = new ArrayList<>();
    each(
        table,
        EVENT + table,
        row ->
            rows.add(
                new EventRow(
                    row.get(0).textValue(),
                    row.get(1).textValue(),
                    row.get(2).textValue(),
                    row.get(3).textValue(),
                    row.get(4).asLong(),
                    row.get(5).asLong(),
                    row.get(6).asLong(),
                    row.get(7).asInt() == 1,
                    row.get(8).textValue())));
    return rows;
  }

  private List<LedgerRow> ledger() {
    List<LedgerRow> rows = new ArrayList<>();
    each(
        Ledger.TABLE,
        "SELECT toString(ingest_block), identity FROM " + Ledger.TABLE,
        row -> rows.add(new LedgerRow(row.get(0).textValue(), row.get(1).textValue())));
    return rows;
  }

  /**
   * A person's hour with two rows has a cell {@link #ROWS} more, so that two halves of the right
   * amounts are not taken for them.
   */
  private Map<PersonCell, Long> hours(String view) {
    Map<PersonCell, Long> cells = new HashMap<>();
    Map<PersonCell, Long> rows = new HashMap<>();
    each(
        view,
        "SELECT org, source, person_id, toUnixTimestamp64Milli(hour), "
            + String.join(", ", AMOUNTS)
            + " FROM "
            + view,
        row -> {
          rows.merge(personCell(row, ROWS), 1L, Long::sum);
          for (int i = 0; i < AMOUNTS.size(); i++) {
            long amount = row.get(4 + i).asLong();
            if (amount != 0) {
              cells.merge(personCell(row, AMOUNTS.get(i)), amount, Long::sum);
            }
          }
        });
    rows.values().removeIf(count -> count == 1);
    cells.putAll(rows);
    return cells;
  }

  private static PersonCell personCell(JsonNode row, String metric) {
    return new PersonCell(
        row.get(0).textValue(),
        row.get(1).textValue(),
        row.get(2).textValue(),
        row.get(3).asLong(),
        metric);
  }

  /**
   * Two numbers are none that a reader could have meant, and are infinite here, so that they are
   * nobody's average: what ClickHouse has computed and JSON cannot say (a count of 0 must be NULL),
   * and the average of a cell with two rows.
   */
  private Map<PersonCell, Double> averages() {
    Map<PersonCell, Double> cells = new HashMap<>();
    each(
        "v_employee_metrics_hourly",
        "SELECT org, source, person_id, toUnixTimestamp64Milli(hour), review_latency_avg_ms,"
            + " review_latency_avg_ms IS NULL FROM v_employee_metrics_hourly",
        row -> {
          PersonCell cell = personCell(row, AggregatesAgree.AVERAGE);
          double average = row.get(5).asInt() == 1 ? Double.NaN : finite(row.get(4));
          cells.merge(cell, average, (one, other) -> Double.POSITIVE_INFINITY);
        });
    return cells;
  }

  private static double finite(JsonNode number) {
    return number.isNumber() ? number.asDouble() : Double.POSITIVE_INFINITY;
  }

  private Map<TypeCell, TypeCount> eventsByHour() {
    Map<TypeCell, TypeCount> cells = new HashMap<>();
    each(
        "v_events_by_hour",
        "SELECT org, source, event_type, toUnixTimestamp64Milli(hour), events, payload_size_avg"
            + " FROM v_events_by_hour",
        row -> {
          TypeCell cell =
              new TypeCell(
                  row.get(0).textValue(),
                  row.get(1).textValue(),
                  row.get(2).textValue(),
                  row.get(3).asLong());
          double average = row.get(5).isNull() ? Double.NaN : row.get(5).asDouble();
          cells.merge(cell, new TypeCount(row.get(4).asLong(), average), TablesReader::twoRows);
        });
    return cells;
  }

  /** An average that is nobody's, so that two halves of the right count are not taken for it. */
  private static TypeCount twoRows(TypeCount one, TypeCount other) {
    return new TypeCount(one.events() + other.events(), Double.POSITIVE_INFINITY);
  }

  private List<RejectedRow> rejected() {
    List<RejectedRow> rows = new ArrayList<>();
    each(
        "v_rejected_events",
        "SELECT " + IDENTITY + ", reason, content_hash FROM v_rejected_events",
        row ->
            rows.add(
                new RejectedRow(
                    row.get(0).textValue(), row.get(1).textValue(), row.get(2).textValue())));
    return rows;
  }

  private void each(String table, String sql, Consumer<JsonNode> row) {
    int count = 0;
    try (InputStream answer = clickHouse.run(sql + " LIMIT " + (most + 1L), "JSONCompactEachRow");
        JsonParser lines = mapper.createParser(answer)) {
      while (lines.nextToken() != null) {
        if (++count > most) {
          throw new IllegalStateException(
              table + " has more than " + most + " rows; take fewer schedules on one stack");
        }
        JsonNode line = mapper.readTree(lines);
        row.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the answer about " + table + " broke off", e);
    }
  }
}
