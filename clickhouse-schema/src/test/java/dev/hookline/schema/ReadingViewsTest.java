package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReadingViewsTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static TestDatabase database;

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
    database.run("TRUNCATE TABLE DB.rejected_events");
  }

  private static void window(String person, String hour, String columns, String values, long v) {
    database.run(
        "INSERT INTO DB.employee_metrics_hourly (org, source, person_id, hour, version, "
            + columns
            + ") VALUES ('acme', 'github', '"
            + person
            + "', '"
            + hour
            + "', "
            + v
            + ", "
            + values
            + ")");
  }

  private static void event(
      String id, String time, int late, String person, String counts, long v) {
    database.run(
        "INSERT INTO DB.normalized_events (org, source, event_type, event_id, payload_time,"
            + " event_time, late, person_id, person_login, contributions, version) VALUES ('acme',"
            + " 'github', 'pull_request', '"
            + id
            + "', '"
            + time
            + "', '"
            + time
            + "', "
            + late
            + ", '"
            + person
            + "', 'login-of-"
            + person
            + "', "
            + counts
            + ", "
            + v
            + ")");
  }

  @Test
  void anHourIsItsWindowPlusWhatCameLate() {
    window("7", "2024-05-01 10:00:00", "pr_opened, reviews, events", "2, 1, 3", 3);
    event("late-one", "2024-05-01 10:59:59.999", 1, "7", "{'pr_opened': 1}", 1);
    event(
        "late-two",
        "2024-05-01 11:00:00",
        1,
        "7",
        "{'reviews': 1, 'review_latency_ms': 500, 'review_latency_count': 1}",
        1);
    event("in-time", "2024-05-01 10:30:00", 0, "7", "{'pr_opened': 1}", 1);
    event("nobodys", "2024-05-01 10:30:00", 1, "", "{'pr_opened': 1}", 1);
    event("counts-nothing", "2024-05-01 12:30:00", 1, "7", "{}", 1);

    assertThat(
            database.rows(
                "SELECT person_id, formatDateTime(hour, '%F %T'), pr_opened, reviews, events,"
                    + " review_latency_avg_ms FROM DB.v_employee_metrics_hourly ORDER BY hour"))
        .containsExactly("7 2024-05-01 10:00:00 3 1 4 null", "7 2024-05-01 11:00:00 0 1 1 500.0");
  }

  @Test
  void aLateEventThatIsThereTwiceCountsOnce() {
    event("twice", "2024-05-01 10:30:00", 1, "7", "{'pr_opened': 1}", 5);
    event("twice", "2024-05-01 10:30:00", 1, "7", "{'pr_opened': 1}", 4);
    assertThat(database.rows("SELECT pr_opened FROM DB.v_employee_metrics_hourly"))
        .containsExactly("1");
  }

  @Test
  void theFullerWindowWinsInWhateverOrderTheyAreWritten() {
    window("7", "2024-05-01 10:00:00", "pr_opened", "2", 2);
    window("7", "2024-05-01 10:00:00", "pr_opened", "1", 1);
    assertThat(database.rows("SELECT pr_opened FROM DB.v_employee_metrics_hourly"))
        .containsExactly("2");
    window("7", "2024-05-01 10:00:00", "pr_opened", "1", (1L << 48) | 1);
    assertThat(database.rows("SELECT pr_opened FROM DB.v_employee_windows"))
        .as("a rebuild under a higher epoch beats a fuller window")
        .containsExactly("1");
  }

  @Test
  void theCopyReceivedFirstWinsAlsoBehindAFilterOnWhatTheCopiesDifferIn() {
    // A merge would leave one of the two.
    database.run("SYSTEM STOP MERGES DB.normalized_events");
    event("e", "2024-05-01 10:30:00", 0, "7", "{'pr_opened': 1}", 10);
    event("e", "2024-05-01 10:30:00", 1, "8", "{'pr_opened': 1}", 9);
    assertThat(database.rows("SELECT person_id FROM DB.v_events")).containsExactly("7");
    assertThat(database.rows("SELECT person_id FROM DB.v_events WHERE late = 1")).isEmpty();
    assertThat(database.rows("SELECT person_id FROM DB.v_events WHERE person_id = '8'")).isEmpty();
    assertThat(database.rows("SELECT person_id FROM DB.normalized_events")).hasSize(2);
  }

  @Test
  void averagesOfHoursWithoutAReviewAreMissingAndNotZero() {
    window("7", "2024-05-01 10:00:00", "review_latency_ms, review_latency_count", "3000, 2", 1);
    window("7", "2024-05-01 11:00:00", "review_latency_ms, review_latency_count", "0, 0", 1);
    assertThat(
            database.rows(
                "SELECT review_latency_avg_ms FROM DB.v_employee_metrics_hourly ORDER BY hour"))
        .containsExactly("1500.0", "null");
    assertThat(
            database.rows(
                "SELECT sum(review_latency_ms) / nullIf(sum(review_latency_count), 0) FROM"
                    + " DB.v_employee_metrics_hourly"))
        .containsExactly("1500.0");
  }

  @Test
  void aPersonHasTheNewestName() {
    event("a", "2024-05-01 10:30:00", 0, "7", "{}", 1);
    database.run(
        "INSERT INTO DB.normalized_events (org, source, event_id, event_time, person_id,"
            + " person_login) VALUES ('acme', 'github', 'b', '2024-06-01 00:00:00', '7', 'renamed')"
            + ", ('acme', 'github', 'c', '2024-06-02 00:00:00', '', 'nobody')");
    assertThat(database.rows("SELECT org, source, person_id, login FROM DB.v_people"))
        .containsExactly("acme github 7 renamed");
  }

  @Test
  void aRejectThatIsReadAgainIsOneReject() {
    String insert =
        "INSERT INTO DB.rejected_events (topic, kafka_partition, kafka_offset, reason, detail)"
            + " VALUES ('webhook-events', 0, 1, '%s', 'x')";
    database.run(insert.formatted("malformed_body"));
    database.run(insert.formatted("malformed_body"));
    database.run(insert.formatted("window_expired"));
    assertThat(database.rows("SELECT reason FROM DB.v_rejected_events ORDER BY reason"))
        .containsExactly("malformed_body", "window_expired");
  }

  @Test
  void everyTargetKeepsABlockThatIsSentAgainFromBeingTakenTwice() {
    assertThat(
            database.rows(
                "SELECT name FROM system.tables WHERE database = 'DB' AND name IN"
                    + " ('normalized_events', 'events_by_hour', 'employee_metrics_hourly', 'rejected_events') AND"
                    + " create_table_query LIKE '%non_replicated_deduplication_window = 10000%'"
                    + " ORDER BY name"))
        .containsExactly(
            "employee_metrics_hourly", "events_by_hour", "normalized_events", "rejected_events");
  }
}
