package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Brings the Kafka topics to what the contract says: makes those that are missing and corrects
 * settings that differ. Never changes the number of partitions: a key would move to another one,
 * and two copies of an event would no longer be read in order.
 */
public final class TopicSetup {

  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final int REPLICATED = 3;

  private TopicSetup() {}

  /**
   * Makes or corrects the topics of a Kafka that asks nobody who he is.
   *
   * @param kafka Kafka's address
   * @return as {@link #apply(String, KafkaAccess)}
   * @throws CliFailure as {@link #apply(String, KafkaAccess)}
   */
  public static List<String> apply(String kafka) {
    return apply(kafka, KafkaAccess.NONE);
  }

  /**
   * Makes or corrects the topics.
   *
   * @param kafka Kafka's address
   * @param access how Kafka lets its clients in
   * @return what was done, one line each; empty when all was as it should be
   * @throws CliFailure when Kafka does not answer or refuses
   */
  public static List<String> apply(String kafka, KafkaAccess access) {
    try (Admin admin = Admin.create(Lag.adminSettings(kafka, access))) {
      int brokers = await(kafka, admin.describeCluster().nodes()).size();
      Map<String, Map<String, String>> wanted = wanted(brokers >= REPLICATED);
      List<String> done = new ArrayList<>();
      Set<String> present = await(kafka, admin.listTopics().names());
      List<NewTopic> missing = new ArrayList<>();
      wanted.forEach(
          (topic, settings) -> {
            if (!present.contains(topic)) {
              short replicas = (short) (brokers >= REPLICATED ? REPLICATED : 1);
              missing.add(
                  new NewTopic(topic, Topics.DEFAULT_PARTITIONS, replicas).configs(settings));
              done.add(
                  "created topic " + topic + " with " + Topics.DEFAULT_PARTITIONS + " partitions");
            }
          });
      await(kafka, admin.createTopics(missing).all());
      for (Map.Entry<String, Map<String, String>> topic : wanted.entrySet()) {
        if (present.contains(topic.getKey())) {
          done.addAll(correct(kafka, admin, topic.getKey(), topic.getValue()));
        }
      }
      return done;
    }
  }

  private static Map<String, Map<String, String>> wanted(boolean replicated) {
    Map<String, Map<String, String>> topics = new TreeMap<>();
    topics.put(Topics.WEBHOOK_EVENTS, settings(Topics.MAX_RECORD_BYTES, replicated));
    topics.put(Topics.WEBHOOK_EVENTS_DLQ, settings(Topics.MAX_DLQ_RECORD_BYTES, replicated));
    return topics;
  }

  private static Map<String, String> settings(int maxRecordBytes, boolean replicated) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(Topics.RETENTION_MS));
    settings.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(Topics.SEGMENT_MS));
    settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxRecordBytes));
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replicated ? "2" : "1");
    return settings;
  }

  private static List<String> correct(
      String kafka, Admin admin, String topic, Map<String, String> wanted) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config actual = await(kafka, admin.describeConfigs(Set.of(resource)).all()).get(resource);
    List<String> done = new ArrayList<>();
    List<AlterConfigOp> changes = new ArrayList<>();
    wanted.forEach(
        (name, value) -> {
          ConfigEntry entry = actual.get(name);
          if (entry == null || !value.equals(entry.value())) {
            changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
            done.add("set " + name + " of topic " + topic + " to " + value);
          }
        });
    if (!changes.isEmpty()) {
      await(kafka, admin.incrementalAlterConfigs(Map.of(resource, changes)).all());
    }
    return done;
  }

  private static <T> T await(String kafka, KafkaFuture<T> future) {
    try {
      return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw CliFailure.undecided(
          "Kafka at " + kafka + ": " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw CliFailure.undecided(
          "Kafka at " + kafka + " has not answered within " + LIMIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted while setting up the topics", e);
    }
  }
}
