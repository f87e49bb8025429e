package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.schema.internal.MigrationFiles;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The counts by hour as blocks come, come again, and were there before the view. Merges are
 * stopped, so that nothing mends itself meanwhile.
 */
abstract class EventsByHourContract {

  private static final String BY_HOUR =
      "SELECT event_type, formatDateTime(hour, '%H:%i'), events, payload_size_avg FROM"
          + " DB.v_events_by_hour ORDER BY event_type, hour";
  private static final UUID FIRST = new UUID(1, 1);
  private static final UUID SECOND = new UUID(1, 2);
  private static final List<String> ROWS =
      List.of(row("push", "a", "10:20:00", 10), row("push", "b", "10:59:59.999", 20));

  private TestDatabase database;

  /** The server that the class runs on. */
  protected abstract ClickHouseServer clickHouse();

  @BeforeEach
  void makeName() {
    database = new TestDatabase(clickHouse());
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void eventsAreCountedByTheHourInWhichTheyHappened() {
    migrate();
    insert(FIRST, ROWS);
    insert(SECOND, List.of(row("push", "c", "11:00:00", 30), row("star", "d", "10:00:00", 7)));
    assertThat(database.rows(BY_HOUR))
        .containsExactly("push 10:00 2 15.0", "push 11:00 1 30.0", "star 10:00 1 7.0");
    assertThat(differing()).isEqualTo("3 0 0");
  }

  @Test
  void aBlockThatIsSentAgainUnderItsTokenIsCountedOnce() {
    migrate();
    insert(FIRST, ROWS);
    insert(FIRST, ROWS);
    assertThat(database.rows("SELECT count() FROM DB.normalized_events")).containsExactly("2");
    assertThat(database.rows("SELECT count() FROM DB.events_by_hour")).containsExactly("1");
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 2 15.0");
  }

  @Test
  void aBlockThatIsSentAgainAfterItsTokenIsForgottenIsCountedOnce() {
    migrate();
    for (String table : List.of("normalized_events", "events_by_hour")) {
      database.run(
          "ALTER TABLE DB." + table + " MODIFY SETTING non_replicated_deduplication_window = 0");
    }
    insert(FIRST, ROWS);
    insert(FIRST, ROWS);
    assertThat(database.rows("SELECT count() FROM DB.normalized_events"))
        .as("physical copies")
        .containsExactly("4");
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 2 15.0");
    assertThat(differing()).isEqualTo("1 0 0");
  }

  @Test
  void rowsThatWereReadAgainIntoAnotherBlockExceedAndTheAuditSaysSo() {
    migrate();
    insert(FIRST, ROWS);
    insert(SECOND, ROWS);
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 4 15.0");
    assertThat(differing()).isEqualTo("1 1 0");
    assertThat(summary().get(3))
        .contains(
            "2024-05-01T10:00Z acme github push: the rows say 2 events of 15 bytes on average, the"
                + " view says 4 of 15");
    assertThat(database.rows(queries().physicalCopies(5))).containsExactly("0 1 2 2", "0 1 2 2");

    refill();
    assertThat(database.rows(BY_HOUR)).as("mended").containsExactly("push 10:00 2 15.0");
  }

  @Test
  void aCellWithFewerEventsThanThereAreIsToldApart() {
    migrate();
    insert(FIRST, ROWS);
    database.run("TRUNCATE TABLE DB.events_by_hour");
    assertThat(differing()).isEqualTo("1 1 1");
  }

  @Test
  void anotherAverageUnderTheRightCountDiffers() {
    migrate();
    insert(FIRST, ROWS);
    database.run(
        "INSERT INTO DB.events_by_hour SELECT org, source, event_type, hour, ingest_block, events,"
            + " arrayReduce('avgState', [toUInt64(1)]) FROM DB.events_by_hour");
    assertThat(differing()).isEqualTo("1 1 0");
  }

  @Test
  void aCellWithAnEventBeyondTheCutIsNotCompared() {
    migrate();
    insert(FIRST, ROWS);
    insert(SECOND, List.of(row("star", "d", "10:00:00", 7)));
    database.run("TRUNCATE TABLE DB.events_by_hour");
    LogCut before = new LogCut(Map.of(0, new LogCut.Span(0, 1)));
    String sql = new AuditQueries(database.settings().database(), "t", before).viewSummary();
    assertThat(database.rows(sql).get(0)).startsWith("0 0 0");
  }

  @Test
  void ofNoPayloadThereIsNoAverageAndItWeighsNothingInOne() {
    migrate();
    insert(FIRST, List.of(row("ping", "a", "10:00:00", 0)));
    assertThat(database.rows(BY_HOUR)).containsExactly("ping 10:00 1 null");
    insert(SECOND, List.of(row("ping", "b", "10:00:00", 40), row("ping", "c", "10:00:00", 0)));
    assertThat(database.rows(BY_HOUR)).containsExactly("ping 10:00 3 40.0");
    assertThat(
            database.rows(
                "SELECT count(), payload_size_avg FROM DB.v_events_by_hour WHERE event_type ="
                    + " 'none' GROUP BY payload_size_avg"))
        .isEmpty();
    assertThat(differing()).isEqualTo("1 0 0");
  }

  @Test
  void rowsOlderThanTheViewAreCountedAsReadersSeeThem() {
    migrateBefore("V007__events_by_hour.sql");
    insert(FIRST, ROWS);
    insert(SECOND, List.of(ROWS.get(0), row("push", "c", "11:00:00", 30)));

    migrate();
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 2 15.0", "push 11:00 1 30.0");
    insert(new UUID(1, 3), List.of(row("push", "e", "11:30:00", 10)));
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 2 15.0", "push 11:00 2 20.0");
    assertThat(differing()).isEqualTo("2 0 0");
  }

  @Test
  void aMigrationThatDiedAnywhereIsRunAgainAndCountsExactly() {
    migrateBefore("V007__events_by_hour.sql");
    insert(FIRST, ROWS);
    Migration whole = file("V007__events_by_hour.sql");
    for (int until = 1; until <= whole.statements().size(); until++) {
      String part = String.join(";\n", whole.statements().subList(0, until)) + ";";
      List<Migration> files = before(whole.fileName());
      Migration dies =
          Migration.of(whole.fileName(), part + "SELECT throwIf(1, 'died after " + until + "');");
      assertThat(catchMessage(files, dies)).contains("died after " + until);
    }
    insert(SECOND, List.of(row("push", "c", "10:30:00", 30)));

    migrate();
    assertThat(database.rows(BY_HOUR)).containsExactly("push 10:00 3 20.0");
    assertThat(differing()).isEqualTo("1 0 0");
  }

  /** The server's message for a migration that must fail. */
  private String catchMessage(List<Migration> files, Migration dies) {
    List<Migration> all = new java.util.ArrayList<>(files);
    all.add(dies);
    try {
      database.migrate(all);
      return "";
    } catch (MigrationException e) {
      return e.getMessage();
    }
  }

  private void migrate() {
    new Migrator(database.settings()).migrate();
    stopMerges();
  }

  private void migrateBefore(String fileName) {
    database.migrate(before(fileName));
    stopMerges();
  }

  private void stopMerges() {
    database.run("SYSTEM STOP MERGES DB.normalized_events");
  }

  /** The statements of the migration by which docs/materialized-views.md mends the table. */
  private void refill() {
    for (String statement : file("V007__events_by_hour.sql").statements()) {
      if (statement.contains("TRUNCATE TABLE") || statement.contains("INSERT INTO")) {
        database.run(statement.replace("${database}.", "DB."));
      }
    }
  }

  private static List<Migration> before(String fileName) {
    return MigrationFiles.all().stream()
        .filter(migration -> migration.fileName().compareTo(fileName) < 0)
        .toList();
  }

  private static Migration file(String fileName) {
    return MigrationFiles.all().stream()
        .filter(migration -> migration.fileName().equals(fileName))
        .findFirst()
        .orElseThrow();
  }

  /** As the sink inserts: one block, under its token, which is in each row. */
  private void insert(UUID block, List<String> rows) {
    database.run(
        "INSERT INTO DB.normalized_events (org, source, event_type, event_id, payload_time,"
            + " event_time, payload_size, kafka_partition, kafka_offset, version, ingest_block)"
            + " SETTINGS async_insert = 0, optimize_on_insert = 0, insert_deduplication_token = '"
            + block
            + "', deduplicate_blocks_in_dependent_materialized_views = 1 VALUES "
            + String.join(", ", rows).replace("BLOCK", block.toString()));
  }

  private static String row(String type, String id, String time, long size) {
    return "('acme', 'github', '%s', '%s', '2024-05-01 %s', '2024-05-01 %s', %d, 0, 1, 1, 'BLOCK')"
        .formatted(type, id, time, time, size);
  }

  private AuditQueries queries() {
    return new AuditQueries(
        database.settings().database(), "t", new LogCut(Map.of(0, new LogCut.Span(0, 10))));
  }

  private String differing() {
    return String.join(" ", summary().subList(0, 3));
  }

  /** The columns of the audit's summary. */
  private List<String> summary() {
    return List.of(database.rows(queries().viewSummary()).get(0).split(" ", 4));
  }
}
