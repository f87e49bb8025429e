package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables with bodies that were written by hand, and what the recount makes of them. */
abstract class RecountedTables {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final LogCut CUT = new LogCut(Map.of(0, new LogCut.Span(0, 1_000)));
  static final String IN_TIME = "2024-05-01 12:00:00";
  static final String PR = "pull_request";
  static final String REVIEW = "pull_request_review";
  static final String TEN = "\"2024-05-01T10:20:00Z\"";
  static final String ELEVEN = "\"2024-05-01T11:20:00.123Z\"";

  static TestDatabase database;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  int offset;

  @BeforeAll
  static void migrate() {
    database = TestDatabase.migrated(STACK.clickHouse());
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void empty() {
    database.run("TRUNCATE TABLE DB.normalized_events");
    database.run("TRUNCATE TABLE DB.employee_metrics_hourly");
  }

  void github(String eventType, String body) {
    insert("github", eventType, body, IN_TIME);
  }

  void insert(String source, String eventType, String body, String receivedAt) {
    insert(source, eventType, body, receivedAt, "late", "0");
  }

  void insert(
      String source, String type, String body, String received, String columns, String values) {
    String row =
        "('acme', '%s', '%s', 'e%d', '%s', %d, '%s', %s)"
            .formatted(
                source,
                type,
                offset,
                received,
                offset,
                body.replace("\\", "\\\\").replace("'", "\\'"),
                values);
    rows.computeIfAbsent(columns, c -> new ArrayList<>()).add(row);
    offset++;
  }

  /** One statement for all rows of the same columns: a statement costs more than its rows. */
  void flush() {
    rows.forEach(
        (columns, values) ->
            database.run(
                "INSERT INTO DB.normalized_events (org, source, event_type, event_id, received_at,"
                    + " kafka_offset, payload, "
                    + columns
                    + ") VALUES "
                    + String.join(", ", values)));
    rows.clear();
  }

  List<String> cells() {
    flush();
    return database.rows(
        "SELECT source, person_id, formatDateTime(hour, '%Y-%m-%dT%H:%i', 'UTC'), metric, recounted FROM ("
            + queries().aggregateCells()
            + ") ORDER BY ALL");
  }

  String summary() {
    flush();
    List<String> rows = database.rows(queries().aggregateSummary());
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static AuditQueries queries() {
    return new AuditQueries(database.settings().database(), "webhook-events", CUT);
  }
}
