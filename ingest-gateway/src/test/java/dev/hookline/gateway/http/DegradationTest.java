package dev.hookline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.gateway.Gateway;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.testing.Admin;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.EventsTopic;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a sender sees when Redis or Kafka is away, and when it sends the same thing twice. */
class DegradationTest {

  @RegisterExtension
  static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA, Part.REDIS);

  private static final String BODY = "{\"n\":1}";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private EventsTopic topic;
  private Gateway gateway;
  private Sender sender;
  private Admin admin;

  @BeforeEach
  void start() throws Exception {
    topic = new EventsTopic(STACK.kafka().bootstrapServers()).create();
    start(config());
  }

  private static GatewayConfig config() {
    return Configs.withRedis(STACK.kafka().bootstrapServers(), STACK.redis().url());
  }

  private void start(GatewayConfig config) throws Exception {
    gateway = Gateway.start(config, Clock.systemUTC());
    sender = new Sender(gateway.port());
    admin = new Admin(gateway.adminPort());
    awaitClaims(sender, admin);
  }

  /**
   * A gateway takes deliveries before it has found its topic and Redis, and then without claims.
   */
  private static void awaitClaims(Sender sender, Admin admin) {
    await("the gateway to be ready").atMost(LIMIT).until(admin::isReady);
    await("the first claim to be answered")
        .atMost(LIMIT)
        .until(
            () -> {
              sender.github("push", BODY).send();
              return claims(admin, "acquired") > 0;
            });
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  private double claims(String outcome) {
    return claims(admin, outcome);
  }

  private static double claims(Admin admin, String outcome) {
    return admin.metric("hookline_gateway_claims_total", "outcome=\"" + outcome + "\"");
  }

  @Test
  void aRepeatedDeliveryIsADuplicateAlsoForAnotherGateway() throws Exception {
    Sender.Request request = sender.github("push", BODY);
    assertThat(request.send().status()).isEqualTo(202);
    assertThat(request.send().status()).isEqualTo(200);
    try (Gateway other = Gateway.start(config(), Clock.systemUTC())) {
      Sender toOther = new Sender(other.port());
      awaitClaims(toOther, new Admin(other.adminPort()));
      Answer answer =
          toOther
              .github("push", BODY)
              .header("X-GitHub-Delivery", request.get("X-GitHub-Delivery"))
              .send();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(topic.records(answer.identity())).hasSize(1);
    }
  }

  @Test
  void parallelCopiesAreAllAnswered2xxAndAtLeastOneIsStored() {
    Sender.Request request = sender.github("push", BODY);
    List<CompletableFuture<Answer>> copies =
        IntStream.range(0, 8).mapToObj(i -> request.sendAsync()).toList();
    List<Answer> answers = copies.stream().map(CompletableFuture::join).toList();
    assertThat(answers).allSatisfy(a -> assertThat(a.status()).isIn(200, 202));
    assertThat(answers).anySatisfy(a -> assertThat(a.status()).isEqualTo(202));
    assertThat(topic.records(answers.get(0).identity())).isNotEmpty();
  }

  @Test
  void withoutRedisDeliveriesAreAcceptedAndCounted() {
    STACK.redis().kill();
    try {
      double before = claims("unavailable");
      List<Answer> answers =
          Stream.generate(() -> sender.github("push", BODY).send()).limit(20).toList();
      assertThat(answers).allSatisfy(a -> assertThat(a.status()).isEqualTo(202));
      assertThat(claims("unavailable") - before).isEqualTo(20);
      assertThat(admin.isReady()).as("Redis is no reason to send elsewhere").isTrue();
    } finally {
      STACK.redis().restart();
    }
    double acquired = claims("acquired");
    await("claims to be taken again")
        .atMost(LIMIT)
        .until(
            () -> {
              sender.github("push", BODY).send();
              return claims("acquired") > acquired;
            });
  }

  @Test
  void aFlushedRedisCostsACopyAndNoEvent() {
    Sender.Request request = sender.github("push", BODY);
    assertThat(request.send().status()).isEqualTo(202);
    STACK.redis().restart();
    Answer again =
        await("an answer from the emptied Redis").atMost(LIMIT).until(request::send, a -> true);
    assertThat(again.status()).isIn(200, 202);
    assertThat(topic.records(again.identity())).isNotEmpty();
  }

  /**
   * The gateway has the usual deadline; the producer would take two minutes if it were not told of
   * it.
   */
  @Test
  void withoutTheBrokerTheAnswerIs503AndTheClaimIsReleasedSoARedeliveryIsAccepted()
      throws Exception {
    gateway.close();
    start(Configs.withUsualDeadline(config()));
    Sender.Request request = sender.github("push", BODY);
    STACK.kafka().kill();
    try {
      long begun = System.nanoTime();
      Answer refused = request.send();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("8 s and what a busy machine adds")
          .isLessThan(Duration.ofSeconds(30));
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.retryAfter()).isNotEmpty();
      assertThat(refused.contentType()).isEqualTo("application/problem+json");
      assertThat(refused.identity()).isEqualTo("acme:github:" + request.get("X-GitHub-Delivery"));
      await("readiness to turn red").atMost(LIMIT).until(() -> !admin.isReady());
      assertThat(admin.get("/livez").statusCode()).isEqualTo(200);
    } finally {
      STACK.kafka().restart();
    }
    await("readiness to turn green").atMost(LIMIT).until(admin::isReady);
    Answer accepted =
        await("the redelivery to be accepted")
            .atMost(LIMIT)
            .until(request::send, a -> a.status() == 202);
    assertThat(topic.records(accepted.identity())).isNotEmpty();
  }

  @Test
  void aTopicMadeAnewForgetsWhatWasDoneForTheOldOne() {
    Sender.Request request = sender.github("push", BODY);
    assertThat(request.send().status()).isEqualTo(202);
    topic.delete();
    await("the loss of the topic to be seen").atMost(LIMIT).until(() -> !admin.isReady());
    topic.create();
    await("the new topic to be seen").atMost(LIMIT).until(admin::isReady);
    Answer again =
        await("the delivery to be taken for the new topic")
            .atMost(LIMIT)
            .until(request::send, a -> a.status() == 202);
    assertThat(topic.records(again.identity())).isNotEmpty();
  }
}
