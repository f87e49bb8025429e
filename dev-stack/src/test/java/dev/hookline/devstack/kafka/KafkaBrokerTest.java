package dev.hookline.devstack.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.proxy.FaultyProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerTest {
  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "kafka");

  @TempDir static Path temp;
  private static KafkaBroker kafka;

  @BeforeAll
  static void start() {
    kafka = KafkaBroker.builder(LIB, new DataFolder(temp)).start();
  }

  @AfterAll
  static void stop() {
    if (kafka != null) {
      kafka.close();
    }
  }

  @Test
  void keepsEveryConfirmedRecordOverAKillAndARestart() throws Exception {
    createTopic("kept", Map.of());
    Set<String> confirmed = new HashSet<>();
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      confirmed.addAll(send(producer, "kept", 0, 1_000));
      kafka.kill();
      kafka.restart();
      confirmed.addAll(send(producer, "kept", 1_000, 1_100));
    }

    assertThat(confirmed).hasSize(1_100);
    assertThat(read("kept", 1_100)).containsExactlyInAnyOrderElementsOf(confirmed);
  }

  @Test
  void takesARecordOf29MebibytesInATopicMadeForIt() throws Exception {
    createTopic("large", Map.of("max.message.bytes", Integer.toString(30 << 20)));
    byte[] body = new byte[29 << 20];
    try (KafkaProducer<String, byte[]> producer =
        producer(Map.of("max.request.size", 30 << 20, "buffer.memory", 64 << 20))) {
      RecordMetadata sent =
          producer.send(new ProducerRecord<>("large", body)).get(30, TimeUnit.SECONDS);
      assertThat(sent.serializedValueSize()).isEqualTo(body.length);
    }
  }

  @Test
  void whoComesThroughTheProxyStaysBehindIt() throws Exception {
    int second = LoopbackPort.free();
    try (FaultyProxy proxy = FaultyProxy.to(second);
        KafkaBroker proxied =
            KafkaBroker.builder(LIB, new DataFolder(temp.resolve("proxied")))
                .proxied(second, proxy.port())
                .start();
        Admin direct = Admin.create(Map.of("bootstrap.servers", proxied.bootstrapServers()));
        Admin behind = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + proxy.port()))) {
      assertThat(port(direct)).isEqualTo(Integer.parseInt(proxied.endpoint().split(":", 2)[1]));
      assertThat(port(behind)).isEqualTo(proxy.port());

      proxy.cut();
      assertThat(proxy.connectionsCut()).isPositive();
      assertThat(port(direct)).as("who asks directly notices nothing").isPositive();
      proxy.pass();
      proxied.kill();
      proxied.restart();
      assertThat(port(behind)).as("after a restart as well").isEqualTo(proxy.port());
    }
  }

  private static int port(Admin admin) throws Exception {
    return admin.describeCluster().nodes().get(60, TimeUnit.SECONDS).iterator().next().port();
  }

  @Test
  void createsNoTopicBecauseSomebodySendsToIt() {
    try (KafkaProducer<String, byte[]> producer = producer(Map.of("max.block.ms", 1_000))) {
      Future<RecordMetadata> sent = producer.send(new ProducerRecord<>("mistyped", new byte[1]));
      assertThatThrownBy(() -> sent.get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    }
  }

  private static void createTopic(String name, Map<String, String> settings) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic(name, 2, (short) 1).configs(settings)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  private static KafkaProducer<String, byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    settings.put("acks", "all");
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  private static List<String> send(
      KafkaProducer<String, byte[]> producer, String topic, int from, int to) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int i = from; i < to; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, "k" + i, new byte[100])));
    }
    for (Future<RecordMetadata> one : sent) {
      one.get(60, TimeUnit.SECONDS);
    }
    return IntStream.range(from, to).mapToObj(i -> "k" + i).toList();
  }

  private static List<String> read(String topic, int expected) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest");
    List<String> keys = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)));
      Awaitility.await("all records of " + topic)
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(500)).forEach(record -> keys.add(record.key()));
                return keys.size() >= expected;
              });
    }
    return keys;
  }
}
