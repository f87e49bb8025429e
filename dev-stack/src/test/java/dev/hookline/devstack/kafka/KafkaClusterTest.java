package dev.hookline.devstack.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.DataFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaClusterTest {
  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "kafka");

  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir Path temp;

  @Test
  void takesRecordsWhileOneOfThreeIsGoneAndLetsItInAgain() throws Exception {
    try (KafkaCluster cluster = KafkaCluster.start(LIB, new DataFolder(temp), 3, 192);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      NewTopic topic =
          new NewTopic("kept", 1, (short) 3).configs(Map.of("min.insync.replicas", "2"));
      admin.createTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
      int leader =
          await("the topic to be known by every broker")
              .atMost(LIMIT)
              .ignoreExceptions()
              .until(() -> leader(admin), node -> node > 0);

      cluster.broker(leader).kill();

      assertThat(cluster.isAlive()).isTrue();
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all"),
              new StringSerializer(),
              new ByteArraySerializer())) {
        long offset =
            producer
                .send(new ProducerRecord<>("kept", "k", new byte[1]))
                .get(60, TimeUnit.SECONDS)
                .offset();
        assertThat(offset).isZero();
      }
      cluster.broker(leader).restart();
      await("all brokers to be in the cluster")
          .atMost(LIMIT)
          .until(() -> admin.describeCluster().nodes().get(60, TimeUnit.SECONDS).size() == 3);
    }
  }

  private static int leader(Admin admin) throws Exception {
    return admin
        .describeTopics(List.of("kept"))
        .allTopicNames()
        .get(60, TimeUnit.SECONDS)
        .get("kept")
        .partitions()
        .get(0)
        .leader()
        .id();
  }

  @Test
  void anEvenNumberHasNoMajorityOfItsOwn() {
    assertThatThrownBy(() -> KafkaCluster.start(LIB, new DataFolder(temp), 2, 192))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("odd number");
  }
}
