package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.gateway.Gateway;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.EventsTopic;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway that publishes into a real topic, and a sender that speaks HTTP to it. */
abstract class RunningGateway {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");
  static final String BODY = "{\"action\":\"opened\",\"number\":1}";

  static EventsTopic topic;
  static Gateway gateway;
  static Sender sender;

  @BeforeAll
  static void start() throws Exception {
    topic = new EventsTopic(STACK.kafka().bootstrapServers()).create();
    gateway =
        Gateway.start(
            Configs.inMemory(STACK.kafka().bootstrapServers()), Clock.fixed(NOW, ZoneOffset.UTC));
    sender = new Sender(gateway.port());
    await("a first delivery to be taken")
        .atMost(Duration.ofSeconds(60))
        .until(() -> sender.github("push", "{}").send().status() == 202);
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  static void assertProblem(Answer answer, int status, String cause) {
    assertThat(answer.status()).as(answer.detail()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.json().path("type").asText()).startsWith("urn:hookline:problem:");
    assertThat(answer.json().path("title").asText()).isNotEmpty();
    assertThat(answer.detail()).contains(cause);
  }

  static byte[] raw(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
