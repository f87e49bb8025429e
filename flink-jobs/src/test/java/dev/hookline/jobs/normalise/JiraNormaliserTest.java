package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Source;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JiraNormaliserTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # body                               | counts            | person   | event time
          cloud_created                        | issues_created=1  | a1 Ada L | 2026-03-02T08:00:00.123Z
          cloud_created_without_creator        | issues_created=1  | b2 Bob B | 2026-03-02T08:00:00.123Z
          cloud_created_without_time           | issues_created=1  | a1 Ada L | 2026-03-02T10:00:00Z
          cloud_created_by_app                 | issues_created=1  |          | 2026-03-02T08:00:00.123Z
          cloud_resolved                       | issues_resolved=1 | b2 Bob B | 2026-03-02T09:30:00.470Z
          cloud_resolved_status_first          | issues_resolved=1 | b2 Bob B | 2026-03-02T09:30:00.470Z
          cloud_resolved_without_date          | issues_resolved=1 | b2 Bob B | 2026-03-02T10:00:00Z
          cloud_resolved_by_app                | issues_resolved=1 |          | 2026-03-02T09:30:00.470Z
          cloud_gone_user                      | issues_resolved=1 |          | 2026-03-02T09:30:00.470Z
          null_user                            | issues_resolved=1 |          | 2026-03-02T09:30:00.470Z
          server_resolved                      | issues_resolved=1 | ada ada.new | 2026-03-02T09:30:00.470Z
          server_old_resolved                  | issues_resolved=1 | ada ada.new | 2026-03-02T09:30:00.470Z
          cloud_resolution_changed             |                   |          | 2026-03-02T10:00:00Z
          cloud_reopened                       |                   |          | 2026-03-02T10:00:00Z
          cloud_custom_field_called_resolution |                   |          | 2026-03-02T10:00:00Z
          cloud_empty_changelog                |                   |          | 2026-03-02T10:00:00Z
          server_comment_created_without_issue |                   |          | 2026-03-02T09:59:58Z
          server_comment_as_issue_updated      |                   |          | 2026-03-02T10:00:00Z
          cloud_comment_updated                |                   |          | 2026-03-02T09:59:59Z
          cloud_worklog_created                |                   |          | 2026-03-02T09:00:00Z
          sprint_started                       |                   |          | 2026-03-02T10:00:00Z
          timestamp_as_text                    |                   |          | 2026-03-02T10:00:00Z
          """)
  void creditsCountsToWhoDidItWhenTheyDidIt(
      String body, String counts, String person, Instant eventTime) {
    NormalizedEvent event = normalise(body);

    assertThat(Bodies.counts(event)).isEqualTo(counts == null ? "" : counts);
    assertThat((event.credit().personId() + " " + event.credit().personLogin()).strip())
        .isEqualTo(person == null ? "" : person);
    assertThat(event.time().source()).isEqualTo(EventTimeSource.PAYLOAD);
    assertThat(event.time().eventTime()).isEqualTo(eventTime);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # body                               | action         | project    | actor             | entity
          cloud_created                        | issue_created  | 10000 GEAR | human b2 Bob B    | issue:20001
          server_resolved                      | issue_resolved | 10000 GEAR | human ada ada.new | issue:20001
          server_old_resolved                  | ''             | 10000 GEAR | human ada ada.new | issue:20001
          cloud_resolved_by_app                | issue_generic  | 10000 GEAR | bot app9 Tidy     | issue:20001
          cloud_gone_user                      | issue_generic  | 10000 GEAR | ghost  Former user | issue:20001
          null_user                            | issue_generic  | 10000 GEAR | ghost             | issue:20001
          server_comment_created_without_issue | ''             | 0          | human ada ada.new | issue:20001
          cloud_comment_created                | ''             | 10000 GEAR | human a1 Ada L    | issue:20001
          cloud_comment_updated                | ''             | 10000 GEAR | human b2 Bob B    | issue:20001
          cloud_worklog_created                | ''             | 0          | human a1 Ada L    | issue:20001
          sprint_started                       | ''             | 0          | none              | sprint:55
          project_created                      | ''             | 10000 GEAR | none              | project:10000
          user_created                         | ''             | 0          | none              | ''
          unknown_event                        | ''             | 0          | none              | ''
          """)
  void namesTheProjectTheActorAndTheEntity(
      String body, String action, String project, String actor, String entity) {
    NormalizedEvent event = normalise(body);

    assertThat(event.subject().action()).isEqualTo(action);
    assertThat((event.subject().repoId() + " " + event.subject().repoName()).strip())
        .isEqualTo(project);
    Actor who = event.subject().actor();
    assertThat((who.kind().wireName() + " " + who.id() + " " + who.login()).strip())
        .isEqualTo(actor);
    assertThat(event.subject().entityId()).isEqualTo(entity);
  }

  @Test
  void refusesAnIssueEventWhoseIssueIsSomethingElse() {
    NormaliseResult.Unreadable unreadable = Bodies.unreadable(result("issue_is_text"));

    assertThat(unreadable.reason()).isEqualTo(RejectReason.UNREADABLE_PAYLOAD);
    assertThat(unreadable.detail())
        .isEqualTo("'issue' of event type 'jira:issue_created' must be an object; got a string");
  }

  private static NormalizedEvent normalise(String body) {
    return Bodies.event(result(body));
  }

  private static NormaliseResult result(String body) {
    byte[] bytes = Bodies.own("jira/" + body);
    String eventType;
    try {
      eventType = new ObjectMapper().readTree(bytes).path("webhookEvent").asText();
    } catch (IOException e) {
      throw new AssertionError(body, e);
    }
    return Bodies.NORMALISER.normalise(Bodies.record(Source.JIRA, eventType, bytes), 3, 42);
  }
}
