package dev.hookline.gateway.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.gateway.provider.Identification.Identified;
import dev.hookline.gateway.provider.github.GitHubProvider;
import dev.hookline.gateway.provider.jira.JiraProvider;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProvidersTest {

  private static final GitHubProvider GITHUB = new GitHubProvider();
  private static final JiraProvider JIRA = new JiraProvider();

  private static Identification identify(
      WebhookProvider provider, ContentType type, String body, Map<String, String> headers) {
    return provider.identify(
        new Delivery(
            "acme",
            provider.source(),
            name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))),
            body.getBytes(UTF_8),
            Instant.EPOCH),
        type);
  }

  private static String complaint(Identification identification) {
    return identification.match(identified -> "none", other -> other.detail());
  }

  @Test
  void gitHubsGuidIsTheIdentityWhateverTheHook() {
    for (String hook : new String[] {"1", "2"}) {
      assertThat(
              identify(
                  GITHUB,
                  ContentType.JSON,
                  "{}",
                  Map.of(
                      "x-github-event",
                      "push",
                      "x-github-delivery",
                      "g",
                      "x-github-hook-id",
                      hook)))
          .isEqualTo(new Identified("g", hook, "g", "push"));
    }
  }

  @Test
  void gitHubNeedsNoHookId() {
    assertThat(
            identify(
                GITHUB,
                ContentType.JSON,
                "{}",
                Map.of("x-github-event", "push", "x-github-delivery", "g")))
        .isEqualTo(new Identified("g", "", "g", "push"));
  }

  @Test
  void gitHubsHeadersAreNamedWhenMissingOrUnusable() {
    assertThat(complaint(identify(GITHUB, ContentType.JSON, "{}", Map.of())))
        .contains("X-GitHub-Event is missing");
    assertThat(
            complaint(
                identify(
                    GITHUB,
                    ContentType.JSON,
                    "{}",
                    Map.of("x-github-event", "push", "x-github-delivery", "x".repeat(256)))))
        .contains("X-GitHub-Delivery must be 1 to 255");
  }

  @Test
  void jirasEventIsReadFromTheBodyPastAnythingBeforeIt() {
    String body =
        "{\"timestamp\":1,\"issue\":{\"webhookEvent\":\"inner\",\"a\":[{\"b\":{}}]},"
            + "\"webhookEvent\":\"jira:issue_updated\"}";
    Map<String, String> headers = Map.of("x-atlassian-webhook-identifier", "w-1");
    Identified expected = new Identified("w-1", "", "w-1", "jira:issue_updated");
    assertThat(identify(JIRA, ContentType.JSON, body, headers)).isEqualTo(expected);
    assertThat(
            identify(JIRA, ContentType.FORM, "payload=" + URLEncoder.encode(body, UTF_8), headers))
        .isEqualTo(expected);
  }

  @Test
  void jiraWithoutAnIdentifierIsIdentifiedByTypeAndBody() {
    String body = "{\"webhookEvent\":\"comment_created\"}";
    assertThat(identify(JIRA, ContentType.JSON, body, Map.of()))
        .isEqualTo(
            new Identified(
                ContentHash.ofEvent("comment_created", body.getBytes(UTF_8)),
                "",
                "",
                "comment_created"));
  }

  @Test
  void jirasEventIsNamedWhenMissingOrNoText() {
    assertThat(complaint(identify(JIRA, ContentType.JSON, "{}", Map.of())))
        .contains("webhookEvent is missing");
    assertThat(complaint(identify(JIRA, ContentType.JSON, "{\"webhookEvent\":[1]}", Map.of())))
        .contains("webhookEvent is missing");
    assertThat(complaint(identify(JIRA, ContentType.JSON, "{\"webhookEvent\":\"\"}", Map.of())))
        .contains("webhookEvent must be 1 to 255");
  }
}
