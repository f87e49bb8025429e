package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The topics and the lag on a real broker; Flink's answers are ready-made. One log, read on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LagTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  private static final String METRIC =
      "0.Source__webhook-events.KafkaSourceReader.topic.webhook-events.partition.%d.currentOffset";

  /** Long beside the 5 s that a question may take: a broker that is slow is asked again. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Within the retention, else the broker would take the records. */
  private final Instant longAgo = Instant.now().minusSeconds(600);

  private String kafka;
  private Admin admin;
  private CannedServer server;

  @BeforeEach
  void open() throws Exception {
    kafka = STACK.kafka().bootstrapServers();
    admin = Admin.create(Map.of("bootstrap.servers", kafka));
    awaitTheTopicOfOffsets();
    server = new CannedServer();
    server.answer("/jobs/overview", "{\"jobs\":[]}");
  }

  /** A broker makes it when it is first asked for a group's offsets, and answers none before. */
  private void awaitTheTopicOfOffsets() throws Exception {
    int limit = (int) LIMIT.toMillis();
    var unused =
        admin
            .listConsumerGroupOffsets(
                SourcePosition.GROUP, new ListConsumerGroupOffsetsOptions().timeoutMs(limit))
            .partitionsToOffsetAndMetadata()
            .get(limit, TimeUnit.MILLISECONDS);
  }

  @AfterEach
  void close() {
    admin.close();
    server.close();
  }

  private void sourceHasRead(int partition, long offset) {
    String metric = METRIC.formatted(partition);
    server.answer(
        "/jobs/overview",
        "{\"jobs\":[{\"jid\":\"j\",\"name\":\"n\",\"state\":\"RUNNING\",\"start-time\":1}]}");
    server.answer("/jobs/j", "{\"vertices\":[{\"id\":\"v\",\"name\":\"Source: webhook-events\"}]}");
    server.answer("/jobs/j/vertices/v/metrics", "[{\"id\":\"%s\"}]".formatted(metric));
    server.answer(
        "/jobs/j/vertices/v/metrics?get=" + metric,
        "[{\"id\":\"%s\",\"value\":\"%d\"}]".formatted(metric, offset));
  }

  private Lag.Reading read() throws Exception {
    try (Lag lag = new Lag(kafka, new FlinkRest(server.base()))) {
      return lag.read();
    }
  }

  private Config topic(String name) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
    return admin.describeConfigs(Set.of(resource)).all().get(20, TimeUnit.SECONDS).get(resource);
  }

  @Test
  @Order(1)
  void theTopicsAreMadeAsTheContractSaysAndMadeAgainChangeNothing() throws Exception {
    assertThat(TopicSetup.apply(kafka)).hasSize(2);
    assertThat(TopicSetup.apply(kafka)).isEmpty();
    assertThat(
            admin
                .describeTopics(Set.of(Topics.WEBHOOK_EVENTS))
                .allTopicNames()
                .get(20, TimeUnit.SECONDS)
                .get(Topics.WEBHOOK_EVENTS)
                .partitions())
        .hasSize(Topics.DEFAULT_PARTITIONS);
    Config events = topic(Topics.WEBHOOK_EVENTS);
    assertThat(events.get("retention.ms").value()).isEqualTo("" + Topics.RETENTION_MS);
    assertThat(events.get("segment.ms").value()).isEqualTo("" + Topics.SEGMENT_MS);
    assertThat(events.get("max.message.bytes").value()).isEqualTo("" + Topics.MAX_RECORD_BYTES);
    assertThat(topic(Topics.WEBHOOK_EVENTS_DLQ).get("max.message.bytes").value())
        .isEqualTo("" + Topics.MAX_DLQ_RECORD_BYTES);
  }

  @Test
  @Order(2)
  void aTopicWithOtherSettingsIsCorrected() throws Exception {
    set("retention.ms", "1000");
    assertThat(TopicSetup.apply(kafka)).singleElement().asString().contains("retention.ms");
    awaitSetting("retention.ms", "" + Topics.RETENTION_MS);
  }

  @Test
  @Order(3)
  void whatAnOperatorHasSetMoreStrictlyStaysAndIsSaid() throws Exception {
    String longer = "" + 2 * Topics.RETENTION_MS;
    set("retention.ms", longer);
    set("segment.ms", "3600000");
    set("max.message.bytes", "" + (Topics.MAX_RECORD_BYTES + 1));
    List<String> warnings = new ArrayList<>();
    assertThat(TopicSetup.apply(kafka, KafkaAccess.NONE, warnings::add)).isEmpty();
    assertThat(warnings).singleElement().asString().contains("retention.ms of " + longer);
    Config events = topic(Topics.WEBHOOK_EVENTS);
    assertThat(events.get("retention.ms").value()).isEqualTo(longer);
    assertThat(events.get("segment.ms").value()).isEqualTo("3600000");
    assertThat(events.get("max.message.bytes").value())
        .isEqualTo("" + (Topics.MAX_RECORD_BYTES + 1));
  }

  @Test
  @Order(4)
  void aTopicThatCanConfirmNothingIsRefusedAndLeftAsItIs() throws Exception {
    set("min.insync.replicas", "2");
    try {
      assertThatThrownBy(() -> TopicSetup.apply(kafka))
          .isInstanceOf(CliFailure.class)
          .hasMessageContaining("topic webhook-events has 1 replica and min.insync.replicas=2");
      assertThat(topic(Topics.WEBHOOK_EVENTS).get("min.insync.replicas").value()).isEqualTo("2");
    } finally {
      set("min.insync.replicas", "1");
    }
  }

  /** A broker answers with its new settings a moment after it has confirmed them. */
  private void set(String setting, String value) throws Exception {
    admin
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.TOPIC, Topics.WEBHOOK_EVENTS),
                List.of(
                    new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
        .all()
        .get(20, TimeUnit.SECONDS);
    awaitSetting(setting, value);
  }

  private void awaitSetting(String setting, String value) {
    await(setting + " to be " + value)
        .atMost(Duration.ofSeconds(30))
        .until(() -> topic(Topics.WEBHOOK_EVENTS).get(setting).value(), value::equals);
  }

  @Test
  @Order(5)
  void anEmptyTopicHasNoLag() {
    assertNoLag();
  }

  @Test
  @Order(6)
  void theLagIsTheAgeOfTheOldestRecordThatTheSourceHasNotRead() throws Exception {
    Properties settings = new Properties();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < 3; i++) {
        long time = longAgo.plusSeconds(100L * i).toEpochMilli();
        producer
            .send(new ProducerRecord<>(Topics.WEBHOOK_EVENTS, 0, time, null, new byte[100_000]))
            .get(20, TimeUnit.SECONDS);
      }
    }
    assertLag(3, longAgo);
    sourceHasRead(0, 0);
    assertLag(2, longAgo.plusSeconds(100));
    sourceHasRead(0, 1);
    assertLag(1, longAgo.plusSeconds(200));
    sourceHasRead(0, 2);
    assertNoLag();
  }

  @Test
  @Order(7)
  void aJobThatHasReadNothingSinceItsStartIsWhereItsLastCheckpointWas() throws Exception {
    sourceHasRead(0, -1);
    assertLag(3, longAgo);
    admin
        .alterConsumerGroupOffsets(
            SourcePosition.GROUP,
            Map.of(new TopicPartition(Topics.WEBHOOK_EVENTS, 0), new OffsetAndMetadata(2)))
        .all()
        .get(20, TimeUnit.SECONDS);
    assertLag(1, longAgo.plusSeconds(200));
  }

  private void assertLag(long records, Instant oldest) {
    await(records + " records that were not read, the oldest of " + oldest)
        .atMost(LIMIT)
        .ignoreExceptions() // of a question without an answer in time
        .untilAsserted(
            () -> {
              Lag.Reading reading = read();
              assertThat(reading.records()).isEqualTo(records);
              assertThat(reading.age())
                  .isCloseTo(Duration.between(oldest, Instant.now()), Duration.ofSeconds(30));
            });
  }

  private void assertNoLag() {
    await("no record that was not read")
        .atMost(LIMIT)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(read()).isEqualTo(new Lag.Reading(0, Duration.ZERO)));
  }
}
