package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.kafka.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topics of three brokers, one of which is away. */
class TopicSetupClusterTest {

  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "kafka");
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir private Path folder;

  @Test
  void aBrokerThatIsAwayTakesNoReplicaFromATopicThatIsMadeNorFromOneThatIsThere() throws Exception {
    try (KafkaCluster cluster = KafkaCluster.start(LIB, new DataFolder(folder), 3, 192);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      awaitBrokers(admin, 3);
      NewTopic stricter =
          new NewTopic(Topics.WEBHOOK_EVENTS_DLQ, 1, (short) 3)
              .configs(Map.of("min.insync.replicas", "3", "retention.ms", "-1"));
      admin.createTopics(List.of(stricter)).all().get(60, TimeUnit.SECONDS);
      cluster.broker(3).close();
      awaitBrokers(admin, 2);

      List<String> warnings = new ArrayList<>();
      assertThat(TopicSetup.apply(cluster.bootstrapServers(), KafkaAccess.NONE, warnings::add))
          .contains("created topic webhook-events with 6 partitions and 3 replicas")
          .noneMatch(line -> line.contains("min.insync.replicas") || line.contains("retention"));

      assertThat(warnings).isEmpty();
      assertThat(setting(admin, Topics.WEBHOOK_EVENTS_DLQ, "min.insync.replicas")).isEqualTo("3");
      assertThat(setting(admin, Topics.WEBHOOK_EVENTS_DLQ, "retention.ms")).isEqualTo("-1");
      assertThat(setting(admin, Topics.WEBHOOK_EVENTS, "min.insync.replicas")).isEqualTo("2");
      assertThat(description(admin, Topics.WEBHOOK_EVENTS).partitions())
          .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(3));
    }
  }

  private static void awaitBrokers(Admin admin, int count) {
    await(count + " brokers to be in the cluster")
        .atMost(LIMIT)
        .until(() -> admin.describeCluster().nodes().get(60, TimeUnit.SECONDS).size() == count);
  }

  private static TopicDescription description(Admin admin, String topic) {
    return await("the partitions of " + topic)
        .atMost(LIMIT)
        .ignoreExceptions() // as below
        .until(
            () ->
                admin
                    .describeTopics(Set.of(topic))
                    .allTopicNames()
                    .get(60, TimeUnit.SECONDS)
                    .get(topic),
            made -> made != null);
  }

  /** Any broker may be asked, and one learns of a topic a moment after it was made. */
  private static String setting(Admin admin, String topic, String name) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return await("the settings of " + topic)
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () ->
                admin
                    .describeConfigs(Set.of(resource))
                    .all()
                    .get(60, TimeUnit.SECONDS)
                    .get(resource)
                    .get(name)
                    .value(),
            value -> value != null);
  }
}
