package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The recount against what readers see: each planted difference is named, or left out as
 * unverified.
 */
class RecountComparisonTest extends RecountedTables {

  @Test
  void whatReadersSeeAgreesWithWhatThePayloadsSayOverWindowsAndLateEvents() {
    goodHour();
    assertThat(summary()).isEqualTo("4 0 0 []");
  }

  @Test
  void aDeletedRowIsADifferentCell() {
    goodHour();
    database.run("DELETE FROM DB.normalized_events WHERE kafka_offset = 0");
    assertThat(summary())
        .isEqualTo(
            "4 0 1 ['2024-05-01T10:00Z acme github 7 pr_opened: the payloads say 2, the view says 3']");
  }

  @Test
  void aSecondRowForOneEventIsADifferentCell() {
    goodHour();
    database.run(
        "INSERT INTO DB.normalized_events SELECT * REPLACE ('2024-05-01 10:20:00.001' AS"
            + " payload_time, 'another' AS content_hash) FROM DB.v_events WHERE kafka_offset = 0");
    assertThat(summary()).startsWith("4 0 1 ['2024-05-01T10:00Z acme github 7 pr_opened: ");
  }

  @Test
  void aChangedHourIsADifferentCell() {
    goodHour();
    database.run(
        "INSERT INTO DB.employee_metrics_hourly SELECT * REPLACE (reviews + 1 AS reviews, version"
            + " + 1 AS version) FROM DB.v_employee_windows WHERE person_id = '8'");
    assertThat(summary())
        .isEqualTo(
            "4 0 1 ['2024-05-01T11:00Z acme github 8 reviews: the payloads say 1, the view says 2']");
  }

  @Test
  void anHourOfSomebodyWhoDidNothingIsADifferentCell() {
    goodHour();
    window("12", "2024-05-01 10:00:00", "issues_created", "1");
    assertThat(summary())
        .isEqualTo(
            "5 0 1 ['2024-05-01T10:00Z acme github 12 issues_created: the payloads say 0, the view"
                + " says 1']");
  }

  @Test
  void aCellWhosePayloadIsNotThereIsUnverifiedAndNotCompared() {
    goodHour();
    database.run(
        "INSERT INTO DB.normalized_events SELECT * REPLACE (NULL AS payload, version + 1 AS"
            + " version) FROM DB.v_events WHERE kafka_offset = 0");
    assertThat(summary()).isEqualTo("4 1 0 []");
  }

  @Test
  void aPayloadThatThisEngineCannotReadIsUnverifiedToo() {
    goodHour();
    database.run(
        "INSERT INTO DB.normalized_events SELECT * REPLACE ('{\"n\": 1e999}' AS payload, version +"
            + " 1 AS version) FROM DB.v_events WHERE kafka_offset = 0");
    assertThat(summary()).isEqualTo("4 1 0 []");
  }

  @Test
  void aCellThatGoesOnBeyondTheCutIsUnverifiedAndNotCompared() {
    goodHour();
    offset = 1_000;
    github(PR, Bodies.opened(Bodies.HUMAN, TEN));
    assertThat(summary()).isEqualTo("4 1 0 []");
  }

  @Test
  void nothingAtAllIsNoCells() {
    assertThat(summary()).isEqualTo("0 0 0 []");
  }

  /**
   * Three openings, one of which came late, and a review; the windows know of two and the review.
   */
  private void goodHour() {
    for (int i = 0; i < 3; i++) {
      insert(
          "github",
          PR,
          Bodies.opened(Bodies.HUMAN, TEN),
          IN_TIME,
          "late, person_id, contributions, payload_time, event_time",
          (i == 2 ? 1 : 0)
              + ", '7', {'pr_opened': 1}, '2024-05-01 10:20:00', '2024-05-01 10:20:00'");
    }
    github(REVIEW, Bodies.review("submitted", Bodies.OTHER, ELEVEN, Bodies.HUMAN, TEN));
    window("7", "2024-05-01 10:00:00", "pr_opened", "2");
    window(
        "8",
        "2024-05-01 11:00:00",
        "reviews, review_latency_ms, review_latency_count",
        "1, 3600123, 1");
    flush();
  }

  private static void window(String person, String hour, String columns, String values) {
    database.run(
        "INSERT INTO DB.employee_metrics_hourly (org, source, person_id, hour, version, %s) VALUES ('acme', 'github', '%s', '%s', 1, %s)"
            .formatted(columns, person, hour, values));
  }
}
