package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Source;
import dev.hookline.jobs.normalise.NormaliseResult.Unreadable;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GithubNormaliserTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # body                                      | counts                     | person
          pull_request.opened                         | pr_opened=1                | 11 ada
          pull_request.opened_by_abbott               | pr_opened=1                | 13 abbott-robotics
          pull_request.opened_by_bot                  | pr_opened=1                |
          pull_request.opened_by_app_suffix           | pr_opened=1                |
          pull_request.opened_by_null_user            | pr_opened=1                |
          pull_request.opened_by_ghost                | pr_opened=1                |
          pull_request.opened_long_ago                | pr_opened=1                | 11 ada
          pull_request.integer_time                   | pr_opened=1                | 11 ada
          pull_request.opened_without_time            |                            |
          pull_request.opened_in_1969                 |                            |
          pull_request.opened_in_2100                 |                            |
          pull_request.opened_day_after_tomorrow      |                            |
          pull_request.missing                        |                            |
          pull_request.merged                         | pr_merged=1                | 11 ada
          pull_request.closed_unmerged                | pr_closed_unmerged=1       | 11 ada
          pull_request.reopened                       |                            |
          pull_request.labeled_after_merge            |                            |
          pull_request_review.approved                | reviews=1 review_latency_ms=93000 review_latency_count=1 | 12 bob
          pull_request_review.changes_requested       | reviews=1 review_latency_ms=93000 review_latency_count=1 | 12 bob
          pull_request_review.of_null_author          | reviews=1 review_latency_ms=93000 review_latency_count=1 | 12 bob
          pull_request_review.at_once                 | reviews=1 review_latency_ms=0 review_latency_count=1 | 12 bob
          pull_request_review.by_bot                  | reviews=1                  |
          pull_request_review.by_author               | reviews=1                  | 11 ada
          pull_request_review.by_null_user            | reviews=1                  |
          pull_request_review.before_the_pull_request | reviews=1                  | 12 bob
          pull_request_review.dismissed               |                            |
          pull_request_review.edited                  |                            |
          pull_request_review_comment.created         | review_comments=1          | 12 bob
          pull_request_review_comment.deleted         |                            |
          issues.opened                               | issues_created=1           | 11 ada
          issues.closed                               | issues_resolved=1          | 12 bob
          issues.closed_by_bot                        | issues_resolved=1          |
          issues.reopened                             |                            |
          issue_comment.on_issue                      |                            |
          issue_comment.on_pull_request               |                            |
          push.forced                                 |                            |
          deployment_status.failure                   |                            |
          """)
  void creditsCountsToWhoDidIt(String body, String counts, String person) {
    NormalizedEvent event = normalise(body);

    assertThat(Bodies.counts(event)).isEqualTo(counts == null ? "" : counts);
    assertThat((event.credit().personId() + " " + event.credit().personLogin()).strip())
        .isEqualTo(person == null ? "" : person);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # body                                 | source   | event time
          pull_request.opened                    | payload  | 2026-03-02T10:00:00Z
          pull_request.merged                    | payload  | 2026-03-02T11:29:59Z
          pull_request.closed_unmerged           | payload  | 2026-03-02T11:30:00Z
          pull_request.reopened                  | payload  | 2026-03-02T11:45:00Z
          pull_request.labeled_after_merge       | payload  | 2026-03-02T11:30:05Z
          pull_request.integer_time              | payload  | 2026-03-02T10:00:00Z
          pull_request.opened_without_time       | received | 2026-03-02T12:00:00Z
          pull_request.opened_in_1969            | received | 2026-03-02T12:00:00Z
          pull_request.opened_in_2100            | received | 2026-03-02T12:00:00Z
          pull_request.opened_day_after_tomorrow | future   | 2026-03-04T12:00:00Z
          pull_request_review.approved           | payload  | 2026-03-02T10:01:33Z
          pull_request_review_comment.created    | payload  | 2026-03-02T10:02:00Z
          pull_request_review_comment.deleted    | payload  | 2026-03-02T10:02:01Z
          issues.opened                          | payload  | 2026-03-02T08:00:00Z
          issues.closed                          | payload  | 2026-03-02T09:15:00Z
          push.forced                            | payload  | 2026-03-02T09:00:00Z
          push.tag_deleted                       | received | 2026-03-02T12:00:00Z
          deployment_status.inactive             | payload  | 2026-03-02T07:30:00Z
          workflow_run.requested_again           | payload  | 2026-03-02T06:00:00Z
          workflow_run.completed_again           | payload  | 2026-03-02T06:10:00Z
          star.deleted                           | received | 2026-03-02T12:00:00Z
          unknown_type                           | received | 2026-03-02T12:00:00Z
          """)
  void takesTheTimeOfTheActionFromThePayload(String body, String source, Instant eventTime) {
    NormalizedEvent event = normalise(body);

    assertThat(event.time().source().wireName()).isEqualTo(source);
    assertThat(event.time().eventTime()).isEqualTo(eventTime);
    assertThat(event.time().payloadTime())
        .isEqualTo(source.equals("received") ? Instant.EPOCH : eventTime);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # body                            | actor              | entity
          pull_request.opened               | human 11 ada       | pull_request:1234
          pull_request.opened_by_bot        | bot 90 tidy[bot]   | pull_request:1234
          pull_request.opened_by_null_user  | ghost              | pull_request:1234
          pull_request_review.approved      | human 12 bob       | pull_request:1234
          issues.opened                     | human 11 ada       | issue:5501
          issue_comment.on_issue            | human 12 bob       | issue:5501
          issue_comment.on_pull_request     | human 12 bob       | pull_request_issue:5501
          deployment_status.failure         | bot 90 tidy[bot]   | deployment:31
          deployment_status.inactive        | bot 90 tidy[bot]   | deployment:31
          workflow_run.requested_again      | human 11 ada       | workflow_run:61/2
          star.deleted                      | human 12 bob       | repository:4711
          push.sha256                       | human 11 ada       | ''
          push.tag_deleted                  | human 11 ada       | ''
          unknown_type                      | human 12 bob       | ''
          """)
  void namesTheRepositoryTheActorAndTheEntityByNumericIds(
      String body, String actor, String entity) {
    NormalizedEvent event = normalise(body);

    assertThat(event.subject().repoId()).isEqualTo(4711);
    assertThat(event.subject().repoName()).isEqualTo("acme/engine");
    Actor who = event.subject().actor();
    assertThat((who.kind().wireName() + " " + who.id() + " " + who.login()).strip())
        .isEqualTo(actor);
    assertThat(event.subject().entityId()).isEqualTo(entity);
  }

  @Test
  void convertsWhatHasTheWrongTypeWhereThatIsSafeAndElseTakesItForAbsent() {
    NormalizedEvent event = normalise("pull_request.wrong_types");

    assertThat(event.subject().action()).isEmpty();
    assertThat(event.subject().repoId()).isEqualTo(4711);
    assertThat(event.subject().repoName()).isEmpty();
    assertThat(event.subject().actor()).isEqualTo(new Actor("11", "", ActorKind.HUMAN));
    assertThat(event.subject().entityId()).isEqualTo("pull_request:1234");
    assertThat(event.credit().contributions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "pull_request.is_text|'pull_request' of event type 'pull_request' must be an object; got a string",
        "issues.is_array|'issue' of event type 'issues' must be an object; got an array"
      })
  void refusesACountedTypeWhoseMainObjectIsSomethingElse(String body, String detail) {
    Unreadable unreadable = Bodies.unreadable(result(body));

    assertThat(unreadable.reason()).isEqualTo(RejectReason.UNREADABLE_PAYLOAD);
    assertThat(unreadable.detail()).isEqualTo(detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "{\"a\":", "{} {}", "{\"a\":\"\u0001\"}", "null"})
  void refusesWhatIsNotOneJsonObject(String body) {
    Unreadable unreadable =
        Bodies.unreadable(
            Bodies.NORMALISER.normalise(
                Bodies.record(Source.GITHUB, "push", body.getBytes(StandardCharsets.UTF_8)), 0, 0));

    assertThat(unreadable.reason()).isEqualTo(RejectReason.MALFORMED_BODY);
    assertThat(unreadable.detail()).isNotBlank();
  }

  @Test
  void putsTheReplacementCharacterForNulAndForLoneSurrogates() {
    NormalizedEvent event = normalise("pull_request.nul_and_lone_surrogates");

    assertThat(event.subject().repoName()).isEqualTo("acme/\uFFFD");
    assertThat(event.subject().actor().login()).isEqualTo("a\uFFFD");
    assertThat(event.credit().personLogin()).isEqualTo("a\uFFFDd");
  }

  @Test
  void readsAFormAsItsJson() {
    byte[] json = Bodies.own("github/pull_request.opened");
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes("payload=".getBytes(StandardCharsets.UTF_8));
    form.writeBytes(
        URLEncoder.encode(new String(json, StandardCharsets.UTF_8), StandardCharsets.UTF_8)
            .getBytes(StandardCharsets.UTF_8));

    NormalizedEvent event =
        Bodies.event(
            Bodies.NORMALISER.normalise(
                Bodies.record(
                    Source.GITHUB,
                    "pull_request",
                    ContentType.FORM,
                    form.toByteArray(),
                    Bodies.RECEIVED),
                0,
                0));

    assertThat(event.subject()).isEqualTo(normalise("pull_request.opened").subject());
    assertThat(event.payload().contentType()).isEqualTo(ContentType.FORM);
    assertThat(event.payload().size()).isEqualTo(form.size());
  }

  @Test
  void isLateWhenTheHourHasBeenOverForFourDaysAtTheReceipt() {
    assertThat(late("2026-03-06T10:59:59.999Z")).isFalse();
    assertThat(late("2026-03-06T11:00:00Z")).isTrue();
    assertThat(normalise("pull_request.opened_long_ago").time().late()).isTrue();
  }

  @Test
  void keepsTheCountsOfALateEvent() {
    assertThat(Bodies.counts(normalise("pull_request.opened_long_ago"))).isEqualTo("pr_opened=1");
  }

  @Test
  void carriesTheRecordsOwnColumns() {
    NormalizedEvent event = normalise("pull_request.opened");
    byte[] body = Bodies.own("github/pull_request.opened");

    assertThat(event.identity().toString()).isEqualTo("acme:github:e1");
    assertThat(event.delivery().deliveryId()).isEqualTo("d1");
    assertThat(event.delivery().hookId()).isEqualTo("h1");
    assertThat(event.delivery().eventType()).isEqualTo("pull_request");
    assertThat(event.delivery().receivedAt()).isEqualTo(Bodies.RECEIVED);
    assertThat(event.delivery().kafkaPartition()).isEqualTo(3);
    assertThat(event.delivery().kafkaOffset()).isEqualTo(42);
    assertThat(event.payload().body()).isEqualTo(body);
  }

  private static boolean late(String receivedAt) {
    byte[] body = Bodies.own("github/pull_request.opened");
    return Bodies.event(
            Bodies.NORMALISER.normalise(
                Bodies.record(
                    Source.GITHUB,
                    "pull_request",
                    ContentType.JSON,
                    body,
                    Instant.parse(receivedAt)),
                0,
                0))
        .time()
        .late();
  }

  private static NormalizedEvent normalise(String body) {
    return Bodies.event(result(body));
  }

  private static NormaliseResult result(String body) {
    String eventType = body.contains(".") ? body.substring(0, body.indexOf('.')) : body;
    return Bodies.NORMALISER.normalise(
        Bodies.record(Source.GITHUB, eventType, Bodies.own("github/" + body)), 3, 42);
  }
}
