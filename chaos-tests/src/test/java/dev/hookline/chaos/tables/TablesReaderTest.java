package dev.hookline.chaos.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.checker.Checker;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.NoDuplicates;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.checker.ViewsAgree;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TablesReaderTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final long HOUR = Instant.parse("2026-03-02T10:00:00Z").toEpochMilli();
  private static final String BLOCK = "00000000-0000-0001-0000-000000000001";
  private static final String SHA256_OF_BRACES =
      "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

  private String database;
  private ClickHouseHttp writer;
  private ClickHouseHttp analyst;

  @BeforeEach
  void migrate() {
    EmbeddedClickHouse server = STACK.clickHouse();
    database = "chaos" + UUID.randomUUID().toString().replace("-", "");
    URI uri = URI.create(server.httpUrl());
    new Migrator(
            MigrationSettings.of(
                    uri,
                    EmbeddedClickHouse.WRITER,
                    server.writerPassword(),
                    server.analystPassword())
                .withDatabase(database))
        .migrate();
    writer = new ClickHouseHttp(uri, EmbeddedClickHouse.WRITER, server.writerPassword(), database);
    analyst =
        new ClickHouseHttp(uri, EmbeddedClickHouse.ANALYST, server.analystPassword(), database);
    run(Ledger.create(database));
    run(MergeHold.hold(database));
  }

  @AfterEach
  void drop() {
    run("DROP DATABASE " + database);
  }

  private void run(String sql) {
    writer.text(sql, "TabSeparated");
  }

  private void run(List<String> statements) {
    statements.forEach(this::run);
  }

  private Tables read() {
    return new TablesReader(analyst, 1_000).read();
  }

  private void insertEvent(String id, String block, String settings) {
    run(
        ("INSERT INTO normalized_events (org, source, event_type, event_id, payload_time,"
                + " event_time, received_at, late, content_hash, person_id, contributions, payload,"
                + " payload_size, ingest_block, version) SETTINGS %s VALUES ('acme', 'github',"
                + " 'push', '%s', '2026-03-02 10:20:30.456', '2026-03-02 10:20:30.456',"
                + " '2026-03-08 00:00:00.001', 1, 'hash', '7', {'reviews': 2}, '{}', 17, '%s', 5)")
            .formatted(settings, id, block));
  }

  private void insertEvent(String id, String block) {
    insertEvent(id, block, "insert_deduplication_token = '" + UUID.randomUUID() + "'");
  }

  private List<Violation> duplicates() {
    return check(new NoDuplicates(), read());
  }

  private static List<Violation> check(Checker checker, Tables tables) {
    return checker.check(
        new Findings(
            History.of(List.of(), List.of()), tables, new Measures(0, 1, Map.of(), Map.of())));
  }

  private long parts() {
    return Long.parseLong(
        writer
            .text(
                "SELECT count() FROM system.parts WHERE active AND table = 'normalized_events' AND"
                    + " database = '"
                    + database
                    + "'",
                "TabSeparated")
            .strip());
  }

  @Test
  void everythingThatWasWrittenIsReadBack() {
    insertEvent("a", BLOCK);
    run(
        "INSERT INTO employee_metrics_hourly (org, source, person_id, hour, pr_opened, reviews,"
            + " review_latency_ms, review_latency_count, events, version) VALUES ('acme',"
            + " 'github', '7', '2026-03-02 10:00:00', 3, 4, 9000000000, 1, 7, 7)");
    run(
        "INSERT INTO rejected_events (topic, kafka_partition, kafka_offset, reason, org, source,"
            + " event_id, content_hash) VALUES ('t', 1, 2, 'malformed_body', 'acme', 'jira', 'x',"
            + " 'hash-of-x')");
    Tables tables = read();
    EventRow row =
        new EventRow(
            "acme:github:a",
            "push",
            "hash",
            SHA256_OF_BRACES,
            17,
            HOUR + 20 * 60_000 + 30_456,
            Instant.parse("2026-03-08T00:00:00.001Z").toEpochMilli(),
            true,
            BLOCK);
    assertThat(tables.events()).containsExactly(row);
    assertThat(tables.physical()).containsExactly(row);
    assertThat(tables.ledger()).containsExactly(new LedgerRow(BLOCK, "acme:github:a"));
    assertThat(tables.windows())
        .isEqualTo(
            Map.of(
                cell("pr_opened"), 3L,
                cell("reviews"), 4L,
                cell("review_latency_ms"), 9_000_000_000L,
                cell("review_latency_count"), 1L,
                cell("events"), 7L));
    assertThat(tables.hours())
        .as("the window and the late event")
        .containsEntry(cell("reviews"), 6L)
        .containsEntry(cell("events"), 8L)
        .containsEntry(cell("pr_opened"), 3L);
    assertThat(tables.averages()).isEqualTo(Map.of(cell("review_latency_avg_ms"), 9e9));
    assertThat(tables.eventsByHour())
        .isEqualTo(Map.of(new TypeCell("acme", "github", "push", HOUR), new TypeCount(1, 17)));
    assertThat(tables.rejected())
        .containsExactly(new RejectedRow("acme:jira:x", "malformed_body", "hash-of-x"));
  }

  private static PersonCell cell(String metric) {
    return new PersonCell("acme", "github", "7", HOUR, metric);
  }

  @Test
  void anHourWithoutAPayloadHasNoAverageAndARowWithoutOneNoHash() {
    run(
        "INSERT INTO normalized_events (org, source, event_type, event_id, event_time) VALUES"
            + " ('acme', 'github', 'push', 'a', '2026-03-02 10:20:30.456')");
    Tables tables = read();
    assertThat(tables.eventsByHour().values()).containsExactly(new TypeCount(1, Double.NaN));
    assertThat(tables.events())
        .singleElement()
        .satisfies(row -> assertThat(row.payloadHash()).isEmpty());
  }

  @Test
  void anAverageIsReadAsItIsAndNoneAsNone() {
    run(
        "INSERT INTO employee_metrics_hourly (org, source, person_id, hour, review_latency_ms,"
            + " review_latency_count, events, version) VALUES ('acme', 'github', '7', '2026-03-02"
            + " 10:00:00', -5000, 3, 3, 3), ('acme', 'github', '8', '2026-03-02 10:00:00', 0, 0, 1,"
            + " 1)");
    PersonCell none = new PersonCell("acme", "github", "8", HOUR, "review_latency_avg_ms");
    assertThat(read().averages())
        .isEqualTo(Map.of(cell("review_latency_avg_ms"), -5_000 / 3.0, none, Double.NaN));
  }

  @Test
  void anAverageThatIsNoNumberIsNotTakenForNone() {
    run(
        "CREATE OR REPLACE VIEW v_employee_metrics_hourly AS SELECT *, review_latency_ms /"
            + " review_latency_count AS review_latency_avg_ms FROM v_employee_windows");
    run(
        "INSERT INTO employee_metrics_hourly (org, source, person_id, hour, reviews, events,"
            + " version) VALUES ('acme', 'github', '7', '2026-03-02 10:00:00', 1, 1, 1)");
    assertThat(read().averages())
        .isEqualTo(Map.of(cell("review_latency_avg_ms"), Double.POSITIVE_INFINITY));
  }

  @Test
  void twoRowsOfAnHoursEventsAreForACheckerToTellAndNoError() {
    insertEvent("a", BLOCK);
    insertEvent("b", BLOCK);
    String event =
        "SELECT org, source, event_type, toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC')"
            + " AS hour, 1 AS events, toFloat64(17) AS payload_size_avg FROM v_events WHERE event_id = ";
    run("CREATE OR REPLACE VIEW v_events_by_hour AS " + event + "'a' UNION ALL " + event + "'b'");
    Tables tables = read();
    assertThat(tables.eventsByHour())
        .isEqualTo(
            Map.of(
                new TypeCell("acme", "github", "push", HOUR),
                new TypeCount(2, Double.POSITIVE_INFINITY)));
    assertThat(check(new ViewsAgree(), tables))
        .singleElement()
        .satisfies(one -> assertThat(one.text()).contains("v_events_by_hour says 2 events of"));
  }

  @Test
  void twoRowsOfAPersonsHourAreNotTakenForOneWithTheirSum() {
    run(
        "INSERT INTO employee_metrics_hourly (org, source, person_id, hour, reviews, events,"
            + " version) VALUES ('acme', 'github', '7', '2026-03-02 10:00:00', 4, 2, 1)");
    Map<PersonCell, Long> right = Map.of(cell("reviews"), 4L, cell("events"), 2L);
    assertThat(read().windows()).isEqualTo(right);
    String half =
        "SELECT * REPLACE (intDiv(reviews, 2) AS reviews, intDiv(events, 2) AS events) FROM"
            + " employee_metrics_hourly FINAL";
    run("CREATE OR REPLACE VIEW v_employee_windows AS " + half + " UNION ALL " + half);
    assertThat(read().hours()).as("the product's view over it sums").isEqualTo(right);
    assertThat(read().windows())
        .isEqualTo(Map.of(cell("reviews"), 4L, cell("events"), 2L, cell(TablesReader.ROWS), 2L));
  }

  @Test
  void aTableWithMoreRowsThanItMayHaveIsAnError() {
    insertEvent("a", BLOCK);
    insertEvent("b", BLOCK);
    assertThatThrownBy(() -> new TablesReader(analyst, 1).read())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("normalized_events has more than 1 rows");
    assertThat(new TablesReader(analyst, 2).read().events()).hasSize(2);
  }

  @Test
  void aCopiedPartIsADuplicateThoughReadersSeeOneRowAndNoViewWasGivenIt() {
    insertEvent("a", BLOCK);
    run("CREATE TABLE copy AS normalized_events");
    run("ALTER TABLE copy ATTACH PARTITION 202603 FROM normalized_events");
    run("ALTER TABLE normalized_events ATTACH PARTITION 202603 FROM copy");
    Tables tables = read();
    assertThat(tables.physical()).hasSize(2);
    assertThat(tables.events()).hasSize(1);
    assertThat(tables.ledger()).hasSize(1);
    assertThat(duplicates())
        .singleElement()
        .satisfies(one -> assertThat(one.text()).startsWith("2 rows in normalized_events"));
  }

  @Test
  void aBlockThatIsTakenTwiceIsADuplicateInTheTableAndInTheLedger() {
    insertEvent("a", BLOCK);
    insertEvent("a", BLOCK);
    assertThat(read().ledger()).hasSize(2);
    assertThat(duplicates())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.text())
                    .contains("rows in normalized_events", "2 times a view was given it"));
  }

  @Test
  void aBlockThatComesAgainUnderItsTokenIsNoDuplicate() {
    for (int i = 0; i < 3; i++) {
      insertEvent("a", BLOCK, "insert_deduplication_token = 'one'");
    }
    assertThat(read().physical()).hasSize(1);
    assertThat(duplicates()).isEmpty();
  }

  @Test
  void aCopyInsideOneInsertIsDroppedByTheTableAndCountedByTheView() {
    run(
        "INSERT INTO normalized_events (org, source, event_type, event_id, event_time, payload_size)"
            + " VALUES ('acme', 'github', 'push', 'a', '2026-03-02 10:20:30.456', 5), ('acme',"
            + " 'github', 'push', 'a', '2026-03-02 10:20:30.456', 5)");
    Tables tables = read();
    assertThat(tables.physical()).hasSize(1);
    assertThat(tables.eventsByHour().values()).containsExactly(new TypeCount(2, 5));
    assertThat(check(new ViewsAgree(), tables)).hasSize(1);
    assertThat(check(new NoDuplicates(), tables)).isEmpty();
  }

  @Test
  void heldPartsAreNotMergedAndARestartDoesNotChangeThat() {
    for (int i = 0; i < 40; i++) {
      insertEvent("a", BLOCK);
    }
    assertThat(parts()).isEqualTo(40);
    STACK.clickHouse().kill();
    STACK.clickHouse().restart();
    // Merges are chosen at inserts as well: without the hold these would be merged by now.
    for (int i = 0; i < 40; i++) {
      insertEvent("a", BLOCK);
    }
    assertThat(parts()).isEqualTo(80);
    assertThat(read().physical()).hasSize(80);
    assertThat(read().ledger()).hasSize(80);
    run(MergeHold.release(database));
    assertThat(read().physical()).hasSize(1);
    assertThat(read().ledger()).hasSize(1);
    run(MergeHold.hold(database));
    insertEvent("a", BLOCK);
    assertThat(read().physical()).hasSize(2);
  }
}
