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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The recount against cells that were computed by hand, for bodies that were written by hand. */
class RecountTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final LogCut CUT = new LogCut(Map.of(0, new LogCut.Span(0, 1_000)));
  private static final String IN_TIME = "2024-05-01 12:00:00";
  private static final String PR = "pull_request";
  private static final String REVIEW = "pull_request_review";
  private static final String COMMENT = "pull_request_review_comment";
  private static final String TEN = "\"2024-05-01T10:20:00Z\"";
  private static final String ELEVEN = "\"2024-05-01T11:20:00.123Z\"";

  private static TestDatabase database;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  private int offset;

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

  @Test
  void pullRequestsAreCreditedToTheirAuthorAtTheirOwnTimes() {
    github(PR, Bodies.opened(Bodies.HUMAN, TEN));
    github(PR, Bodies.closed(Bodies.HUMAN, true, ELEVEN, "\"2024-05-01T09:00:00Z\""));
    github(PR, Bodies.closed(Bodies.OTHER, false, "null", "\"2024-05-01T09:59:59Z\""));
    github(PR, Bodies.opened(Bodies.HUMAN, TEN).replace("\"opened\"", "\"reopened\""));
    assertThat(cells())
        .containsExactly(
            "github 7 2024-05-01T10:00 pr_opened 1",
            "github 7 2024-05-01T11:00 pr_merged 1",
            "github 8 2024-05-01T09:00 pr_closed_unmerged 1");
  }

  @Test
  void aMergeWithoutItsTimeAndAMergeFieldThatIsNotTrueAreNoMerge() {
    github(PR, Bodies.closed(Bodies.HUMAN, true, "null", TEN));
    github(PR, Bodies.closed(Bodies.OTHER, true, TEN, TEN).replace("\"merged\": true", "\"x\": 1"));
    assertThat(cells()).containsExactly("github 8 2024-05-01T10:00 pr_closed_unmerged 1");
  }

  @Test
  void reviewsAreCreditedToTheReviewerWithTheirLatency() {
    github(REVIEW, Bodies.review("submitted", Bodies.OTHER, ELEVEN, Bodies.HUMAN, TEN));
    github(REVIEW, Bodies.review("submitted", Bodies.OTHER, ELEVEN, "null", ELEVEN));
    github(REVIEW, Bodies.review("edited", Bodies.OTHER, ELEVEN, Bodies.HUMAN, TEN));
    assertThat(cells())
        .containsExactly(
            "github 8 2024-05-01T11:00 review_latency_count 2",
            "github 8 2024-05-01T11:00 review_latency_ms 3600123",
            "github 8 2024-05-01T11:00 reviews 2");
  }

  @Test
  void aReviewByTheAuthorOrBeforeTheOpeningHasNoLatency() {
    github(REVIEW, Bodies.review("submitted", Bodies.HUMAN, ELEVEN, Bodies.HUMAN, TEN));
    github(REVIEW, Bodies.review("submitted", Bodies.OTHER, TEN, Bodies.HUMAN, ELEVEN));
    github(REVIEW, Bodies.review("submitted", Bodies.OTHER, TEN, Bodies.HUMAN, "null"));
    assertThat(cells())
        .containsExactly(
            "github 7 2024-05-01T11:00 reviews 1", "github 8 2024-05-01T10:00 reviews 2");
  }

  @Test
  void reviewCommentsAreCreditedToTheCommenter() {
    github(COMMENT, Bodies.comment("created", Bodies.HUMAN, TEN));
    github(COMMENT, Bodies.comment("deleted", Bodies.HUMAN, TEN));
    assertThat(cells()).containsExactly("github 7 2024-05-01T10:00 review_comments 1");
  }

  @Test
  void issuesAreCreditedToWhoOpenedAndToWhoClosedThem() {
    github("issues", Bodies.issue("opened", Bodies.HUMAN, TEN, "null", Bodies.OTHER));
    github("issues", Bodies.issue("closed", Bodies.HUMAN, TEN, ELEVEN, Bodies.OTHER));
    github("issues", Bodies.issue("labeled", Bodies.HUMAN, TEN, ELEVEN, Bodies.OTHER));
    assertThat(cells())
        .containsExactly(
            "github 7 2024-05-01T10:00 issues_created 1",
            "github 8 2024-05-01T11:00 issues_resolved 1");
  }

  @Test
  void botsAndGhostsAreInNobodysHours() {
    for (String user :
        List.of(Bodies.BOT_BY_TYPE, Bodies.BOT_BY_NAME, Bodies.GHOST, "null", "{}")) {
      github(PR, Bodies.opened(user, TEN));
      github(REVIEW, Bodies.review("submitted", user, ELEVEN, Bodies.HUMAN, TEN));
    }
    assertThat(cells()).isEmpty();
  }

  @Test
  void jiraIssuesAreCreditedToTheirCreatorOrElseToTheUser() {
    String cloud = "{\"accountId\": \"5c5\", \"key\": \"k\", \"name\": \"n\"}";
    String server = "{\"key\": \"JIRAUSER1\", \"name\": \"fay\"}";
    String old = "{\"name\": \"old\"}";
    jira(
        "jira:issue_created",
        Bodies.jiraCreated(server, cloud, "\"2024-05-01T01:20:00.5-0900\"", 1));
    jira(
        "jira:issue_created",
        Bodies.jiraCreated(server, "null", "\"2024-05-01T10:20:00.5+0000\"", 1));
    jira("jira:issue_created", Bodies.jiraCreated(old, "{}", "null", 1_714_561_200_000L));
    assertThat(cells())
        .containsExactly(
            "jira 5c5 2024-05-01T10:00 issues_created 1",
            "jira JIRAUSER1 2024-05-01T10:00 issues_created 1",
            "jira old 2024-05-01T11:00 issues_created 1");
  }

  @Test
  void aJiraIssueIsResolvedWhenAResolutionComesWhereNoneWas() {
    String user = "{\"accountId\": \"5c5\"}";
    String none = "null";
    long eleven = 1_714_561_200_000L;
    String status = Bodies.item("status", "status", "\"3\"", "\"5\"");
    String resolved = Bodies.item("resolution", "resolution", none, "\"10000\"");
    jira(Bodies.jiraUpdated(user, TEN, eleven, status + "," + resolved));
    jira(Bodies.jiraUpdated(user, none, eleven, Bodies.item(null, "resolution", none, "\"1\"")));
    jira(Bodies.jiraUpdated(user, TEN, eleven, status));
    jira(Bodies.jiraUpdated(user, TEN, eleven, ""));
    jira(Bodies.jiraUpdated(user, TEN, eleven, Bodies.item("resolution", "r", "\"1\"", "\"2\"")));
    jira(Bodies.jiraUpdated(user, TEN, eleven, Bodies.item("resolution", "r", "\"1\"", none)));
    jira(Bodies.jiraUpdated(user, TEN, eleven, Bodies.item("c_1", "resolution", none, "\"1\"")));
    assertThat(cells())
        .containsExactly(
            "jira 5c5 2024-05-01T10:00 issues_resolved 1",
            "jira 5c5 2024-05-01T11:00 issues_resolved 1");
  }

  @Test
  void jiraAppsAndAccountsThatAreGoneAreInNobodysHours() {
    for (String user :
        List.of(
            "{\"accountId\": \"a\", \"accountType\": \"app\"}",
            "{\"name\": \"x[bot]\"}",
            "{\"accountId\": \"unknown\", \"displayName\": \"Former user\"}",
            "{}",
            "null")) {
      jira("jira:issue_created", Bodies.jiraCreated(user, user, TEN, 1));
    }
    assertThat(cells()).isEmpty();
  }

  @Test
  void timesAreReadInEveryFormThatProvidersWrite() {
    for (String time :
        List.of(
            "\"2024-05-01T10:20:00Z\"",
            "\"2024-05-01T12:20:00+02:00\"",
            "\"2024-05-01T12:20:00+0200\"",
            "\"2024-05-01T10:20:00.123456Z\"",
            "1714558800",
            "\"1714558800\"")) {
      github(PR, Bodies.opened(Bodies.HUMAN, time));
    }
    assertThat(cells()).containsExactly("github 7 2024-05-01T10:00 pr_opened 6");
  }

  @Test
  void whatSaysNoTimeOrAnImpossibleOneFeedsNothing() {
    for (String time :
        List.of(
            "null",
            "\"\"",
            "\"yesterday\"",
            "\"2024-05-01\"",
            "\"2024-05-01T10:20:00\"",
            "\"0001-01-01T00:00:00Z\"",
            "\"1969-12-31T23:59:59Z\"",
            "\"2100-01-01T00:00:00Z\"",
            "-1",
            "4102444800",
            "9223372036854775807",
            "18446744073709551615",
            "true",
            "{}")) {
      github(PR, Bodies.opened(Bodies.HUMAN, time));
    }
    assertThat(cells()).isEmpty();
  }

  @Test
  void theFirstAndTheLastMillisecondThatCountDoCount() {
    String late = "2099-12-31 23:59:59";
    insert("github", PR, Bodies.opened(Bodies.HUMAN, "\"1970-01-01T00:00:00Z\""), late);
    insert("github", PR, Bodies.opened(Bodies.HUMAN, "\"2099-12-31T23:59:59.999Z\""), late);
    assertThat(cells())
        .containsExactly(
            "github 7 1970-01-01T00:00 pr_opened 1", "github 7 2099-12-31T23:00 pr_opened 1");
  }

  @Test
  void aTimeMoreThanADayAheadOfTheReceiptFeedsNothing() {
    github(PR, Bodies.opened(Bodies.HUMAN, "\"2024-05-02T12:00:00Z\""));
    github(PR, Bodies.opened(Bodies.HUMAN, "\"2024-05-02T12:00:00.001Z\""));
    assertThat(cells()).containsExactly("github 7 2024-05-02T12:00 pr_opened 1");
  }

  @Test
  void halfASurrogatePairInALabelHidesNothing() {
    String body = Bodies.opened(Bodies.HUMAN, TEN);
    github(PR, body.replaceFirst("\\{", "{\"title\": \"\\\\ud83d and \\\\\\\\ud83d \\\\u0000\", "));
    assertThat(cells()).containsExactly("github 7 2024-05-01T10:00 pr_opened 1");
  }

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

  private void github(String eventType, String body) {
    insert("github", eventType, body, IN_TIME);
  }

  private void jira(String body) {
    jira("jira:issue_updated", body);
  }

  private void jira(String eventType, String body) {
    insert("jira", eventType, body, IN_TIME);
  }

  private void insert(String source, String eventType, String body, String receivedAt) {
    insert(source, eventType, body, receivedAt, "late", "0");
  }

  private void insert(
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
  private void flush() {
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

  private List<String> cells() {
    flush();
    return database.rows(
        "SELECT source, person_id, formatDateTime(hour, '%Y-%m-%dT%H:%i', 'UTC'), metric, recounted FROM ("
            + queries().aggregateCells()
            + ") ORDER BY ALL");
  }

  private String summary() {
    flush();
    List<String> rows = database.rows(queries().aggregateSummary());
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static AuditQueries queries() {
    return new AuditQueries(database.settings().database(), "webhook-events", CUT);
  }
}
