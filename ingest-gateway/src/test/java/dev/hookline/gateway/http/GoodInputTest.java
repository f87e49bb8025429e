package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.net.URLEncoder;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What is right, and what only looks wrong; over HTTP and into a real topic. */
class GoodInputTest extends RunningGateway {

  @Test
  void acceptsASignedDeliveryAndPublishesItsBytes() {
    Sender.Request request = sender.github("pull_request", BODY);
    Answer answer = request.send();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.outcome()).isEqualTo("accepted");
    assertThat(answer.identity()).isEqualTo("acme:github:" + request.get("X-GitHub-Delivery"));
    assertThat(topic.records(answer.identity()))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(new String(record.body(), UTF_8)).isEqualTo(BODY);
              assertThat(record.eventType()).isEqualTo("pull_request");
              assertThat(record.hookId()).isEqualTo("4711");
              assertThat(record.deliveryId()).isEqualTo(request.get("X-GitHub-Delivery"));
              assertThat(record.contentType()).isEqualTo(ContentType.JSON);
              assertThat(record.receivedAt()).isEqualTo("2026-03-01T10:00:00.123Z");
            });
  }

  @Test
  void answersARepeatedDeliveryWithoutPublishingItAgain() {
    Sender.Request request = sender.github("push", BODY);
    assertThat(request.send().status()).isEqualTo(202);
    Answer second = request.send();
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.outcome()).isEqualTo("duplicate");
    assertThat(topic.records(second.identity())).hasSize(1);
  }

  @Test
  void publishesAnotherBodyUnderTheSameIdentity() {
    Sender.Request request = sender.github("push", BODY);
    String guid = request.get("X-GitHub-Delivery");
    request.send();
    Answer other = sender.github("push", BODY + " ").header("X-GitHub-Delivery", guid).send();
    assertThat(other.status()).isEqualTo(202);
    assertThat(topic.records(other.identity())).hasSize(2);
  }

  @Test
  void acceptsAFormAndKeepsItsRawBytes() {
    String form = "payload=" + URLEncoder.encode("{\"zen\":\"Größe 🎉\"}", UTF_8);
    Answer answer =
        sender
            .github("ping", form)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .send();
    assertThat(answer.status()).isEqualTo(202);
    WebhookRecord record = topic.records(answer.identity()).get(0);
    assertThat(record.contentType()).isEqualTo(ContentType.FORM);
    assertThat(new String(record.body(), UTF_8)).isEqualTo(form);
  }

  @Test
  void acceptsAPing() {
    assertThat(sender.github("ping", "{\"zen\":\"Keep it logically awesome.\"}").send().status())
        .isEqualTo(202);
  }

  @Test
  void acceptsEveryCurrentSecretAndUpperCaseHex() {
    assertThat(
            sender
                .github("push", BODY)
                .signed("X-Hub-Signature-256", Configs.NEXT_SECRET)
                .send()
                .status())
        .isEqualTo(202);
    Sender.Request request = sender.github("push", BODY);
    String hex = request.get("X-Hub-Signature-256").substring("sha256=".length());
    assertThat(
            request
                .header("X-Hub-Signature-256", "sha256=" + hex.toUpperCase(Locale.ROOT))
                .send()
                .status())
        .isEqualTo(202);
  }

  @Test
  void acceptsNulAndLoneSurrogatesInStrings() {
    Answer answer = sender.github("push", "{\"a\":\"\\u0000 \\ud800\"}").send();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(topic.records(answer.identity())).hasSize(1);
  }

  @Test
  void identifiesJiraByItsIdentifierOrElseByItsBody() {
    Sender.Request cloud = sender.jira("{\"webhookEvent\":\"jira:issue_created\"}");
    assertThat(cloud.send().identity())
        .isEqualTo("acme:jira:" + cloud.get("X-Atlassian-Webhook-Identifier"));
    Sender.Request server =
        sender
            .jira("{\"webhookEvent\":\"comment_created\",\"n\":1}")
            .without("X-Atlassian-Webhook-Identifier");
    Answer first = server.send();
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.identity()).matches("acme:jira:[0-9a-f]{64}");
    assertThat(server.send().status()).isEqualTo(200);
  }
}
