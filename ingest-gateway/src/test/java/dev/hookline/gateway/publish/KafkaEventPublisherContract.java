package dev.hookline.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.devstack.Server;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.publish.PublishOutcome.Confirmed;
import dev.hookline.gateway.publish.PublishOutcome.Failed;
import dev.hookline.gateway.publish.PublishOutcome.Unknown;
import dev.hookline.gateway.testing.EventsTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the publisher does on a broker, whether that is a process or a container. */
abstract class KafkaEventPublisherContract {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Of a producer whose timeouts are not what a test is about: the machine may be busy. */
  private static final Duration LONG_DEADLINE = Duration.ofSeconds(30);

  /** The broker, whose endpoint is a host and a port. */
  protected abstract Server kafka();

  private EventsTopic topic;
  private KafkaEventPublisher publisher;

  @BeforeEach
  void open() {
    topic = new EventsTopic(kafka().endpoint()).create();
    publisher = publisher(kafka().endpoint(), LONG_DEADLINE);
    awaitConfirmed(publisher);
  }

  /** On a busy machine a new producer may need longer to find the topic than a record waits. */
  private static void awaitConfirmed(KafkaEventPublisher publisher) {
    await("the broker to confirm a record")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                outcome(publisher.publish(record(new byte[] {3}), PATIENCE)) instanceof Confirmed);
  }

  @AfterEach
  void close() {
    publisher.close(Duration.ofSeconds(5));
  }

  private static KafkaEventPublisher publisher(String kafka, Duration deadline) {
    return new KafkaEventPublisher(
        new GatewayConfig.Kafka(kafka, GatewayConfig.Kafka.DEFAULT_BUFFER_BYTES),
        PublishTimeouts.within(deadline));
  }

  private static WebhookRecord record(byte[] body) {
    String guid = UUID.randomUUID().toString();
    return new WebhookRecord(
        new EventIdentity("publisher", Source.GITHUB, guid),
        "4711",
        guid,
        "push",
        ContentType.JSON,
        Instant.parse("2026-03-01T10:00:00.123Z"),
        ContentHash.of(body),
        body);
  }

  private static PublishOutcome outcome(CompletableFuture<PublishOutcome> published) {
    return published.orTimeout(90, TimeUnit.SECONDS).join();
  }

  @Test
  void aConfirmedRecordIsInTheTopicByteForByteWithItsHeaders() {
    WebhookRecord record = record("{\"a\":\"Größe\"}".getBytes(UTF_8));
    assertThat(outcome(publisher.publish(record, PATIENCE))).isInstanceOf(Confirmed.class);
    assertThat(topic.records(record.identity().toString())).containsExactly(record);
  }

  @Test
  void theLargestBodyFitsEvenWhenItCannotBeCompressed() {
    byte[] noise = new byte[Topics.MAX_BODY_BYTES];
    new Random(7).nextBytes(noise);
    WebhookRecord record = record(noise);
    assertThat(outcome(publisher.publish(record, PATIENCE))).isInstanceOf(Confirmed.class);
    assertThat(topic.records(record.identity().toString())).containsExactly(record);
  }

  @Test
  void aRecordTooLargeForTheProducerIsAFailure() {
    WebhookRecord record = record(new byte[Topics.MAX_RECORD_BYTES]);
    assertThat(outcome(publisher.publish(record, PATIENCE))).isInstanceOf(Failed.class);
  }

  @Test
  void withoutABrokerNothingIsTakenSoItIsAFailure() {
    KafkaEventPublisher lost = publisher("127.0.0.1:1", Duration.ofSeconds(4));
    try {
      long start = System.nanoTime();
      assertThat(outcome(lost.publish(record(new byte[] {1}), PATIENCE)))
          .isInstanceOf(Failed.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("it ends by the producer's wait for a broker, and not by the request's")
          .isLessThan(PATIENCE);
    } finally {
      lost.close(Duration.ofSeconds(1));
    }
  }

  @Test
  void aRecordWhoseTimeIsOverBeforeItsTurnIsNotSent() {
    WebhookRecord record = record(new byte[] {1});
    assertThat(outcome(publisher.publish(record, Duration.ZERO))).isInstanceOf(Failed.class);
    assertThat(topic.records(record.identity().toString())).isEmpty();
  }

  @Test
  void aFrozenBrokerGivesAnUnknownOutcomeWithoutHoldingTheCaller() {
    KafkaEventPublisher impatient = publisher(kafka().endpoint(), Duration.ofSeconds(4));
    try {
      awaitConfirmed(impatient);
      kafka().pause();
      try {
        CompletableFuture<PublishOutcome> published =
            impatient.publish(record(new byte[] {2}), PATIENCE);
        assertThat(published).as("the caller went on before the end").isNotDone();
        assertThat(outcome(published)).isInstanceOf(Unknown.class);
      } finally {
        kafka().resume();
      }
      awaitConfirmed(impatient);
    } finally {
      impatient.close(Duration.ofSeconds(1));
    }
  }

  /**
   * A broker that is frozen from then on tells nobody where the topic is, so a producer that was
   * not warm takes nothing. What the warm one has taken ends as Kafka has it, at the latest when
   * the broker goes on: a producer that has no id yet waits for one, whatever its delivery timeout.
   */
  @Test
  void aProducerThatIsWarmKnowsTheTopicBeforeItsFirstRecord() {
    KafkaEventPublisher warm = publisher(kafka().endpoint(), Duration.ofSeconds(4));
    KafkaEventPublisher cold = publisher(kafka().endpoint(), Duration.ofSeconds(4));
    try {
      assertThat(warm.warmUp(Duration.ofSeconds(60))).isTrue();
      CompletableFuture<PublishOutcome> published;
      kafka().pause();
      try {
        published = warm.publish(record(new byte[] {1}), PATIENCE);
        assertThat(outcome(cold.publish(record(new byte[] {1}), PATIENCE)))
            .as("not taken by a producer that was not warm, asked later")
            .isInstanceOf(Failed.class);
      } finally {
        kafka().resume();
      }
      assertThat(outcome(published)).as("it was taken").isNotInstanceOf(Failed.class);
    } finally {
      warm.close(Duration.ofSeconds(1));
      cold.close(Duration.ofSeconds(1));
    }
  }

  @Test
  void withoutABrokerWarmingUpEnds() {
    KafkaEventPublisher lost = publisher("127.0.0.1:1", Duration.ofSeconds(4));
    try {
      assertThat(lost.warmUp(Duration.ofMillis(200))).isFalse();
    } finally {
      lost.close(Duration.ofSeconds(1));
    }
  }

  @Test
  void aTopicThatIsMissingIsSaidAndOneMadeAnewHasAnotherId() {
    try (TopicWatch watch =
        new TopicWatch(
            new GatewayConfig.Kafka(
                kafka().endpoint(), GatewayConfig.Kafka.DEFAULT_BUFFER_BYTES))) {
      watch.awaitFirst(Duration.ofSeconds(20));
      await("the topic's id")
          .atMost(Duration.ofSeconds(30))
          .until(() -> watch.topicId().isPresent());
      String before = watch.topicId().orElseThrow();
      topic.delete();
      await("the loss to be seen")
          .atMost(Duration.ofSeconds(30))
          .until(() -> watch.trouble().orElse("").contains("hookline migrate"));
      assertThat(watch.topicId()).isEmpty();
      topic.create();
      await("the new topic to be seen")
          .atMost(Duration.ofSeconds(30))
          .until(() -> watch.topicId().isPresent());
      assertThat(watch.topicId().orElseThrow()).isNotEqualTo(before);
      assertThat(watch.trouble()).isEmpty();
    }
  }
}
