package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The recount against cells that were computed by hand, for bodies that were written by hand. */
class RecountTest extends RecountedTables {

  private static final String COMMENT = "pull_request_review_comment";

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
  void halfASurrogatePairInALabelHidesNothing() {
    String body = Bodies.opened(Bodies.HUMAN, TEN);
    github(PR, body.replaceFirst("\\{", "{\"title\": \"\\\\ud83d and \\\\\\\\ud83d \\\\u0000\", "));
    assertThat(cells()).containsExactly("github 7 2024-05-01T10:00 pr_opened 1");
  }

  private void jira(String body) {
    jira("jira:issue_updated", body);
  }

  private void jira(String eventType, String body) {
    insert("jira", eventType, body, IN_TIME);
  }
}
