package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Brings the Kafka topics to what the contract needs: makes those that are missing and corrects
 * settings that are out of bounds. Never changes the number of partitions: a key would move to
 * another one, and two copies of an event would no longer be read in order.
 */
public final class TopicSetup {

  private static final Duration LIMIT = Duration.ofSeconds(15);

  /** Each topic to its largest record. */
  private static final Map<String, Integer> TOPICS =
      new TreeMap<>(
          Map.of(
              Topics.WEBHOOK_EVENTS, Topics.MAX_RECORD_BYTES,
              Topics.WEBHOOK_EVENTS_DLQ, Topics.MAX_DLQ_RECORD_BYTES));

  private final String kafka;
  private final Admin admin;

  private TopicSetup(String kafka, Admin admin) {
    this.kafka = kafka;
    this.admin = admin;
  }

  /**
   * Makes or corrects the topics of a Kafka that asks nobody who he is.
   *
   * @param kafka Kafka's address
   * @return as {@link #apply(String, KafkaAccess, Consumer)}
   * @throws CliFailure as {@link #apply(String, KafkaAccess, Consumer)}
   */
  public static List<String> apply(String kafka) {
    return apply(kafka, KafkaAccess.NONE, warning -> {});
  }

  /**
   * Makes or corrects the topics.
   *
   * @param kafka Kafka's address
   * @param access how Kafka lets its clients in
   * @param warn told what was left as it is and a person should know, one line each
   * @return what was done, one line each; empty when all was as it should be
   * @throws CliFailure when Kafka does not answer or refuses, or when a topic could never confirm a
   *     record; then no topic was changed
   */
  public static List<String> apply(String kafka, KafkaAccess access, Consumer<String> warn) {
    try (Admin admin = Admin.create(Lag.adminSettings(kafka, access))) {
      return new TopicSetup(kafka, admin).apply(warn);
    }
  }

  private List<String> apply(Consumer<String> warn) {
    Set<String> present = new TreeSet<>(await(admin.listTopics().names()));
    present.retainAll(TOPICS.keySet());
    Map<String, TopicCorrection> corrections = corrections(present);
    corrections.values().stream()
        .map(TopicCorrection::refusal)
        .filter(refusal -> !refusal.isEmpty())
        .findFirst()
        .ifPresent(
            refusal -> {
              throw CliFailure.undecided(refusal);
            });
    List<String> done = new ArrayList<>();
    TOPICS.forEach(
        (topic, maxRecordBytes) -> {
          if (present.contains(topic)) {
            done.addAll(change(topic, corrections.get(topic).changes()));
            corrections.get(topic).warnings().forEach(warn);
          } else {
            create(topic, maxRecordBytes).ifPresent(done::add);
          }
        });
    return done;
  }

  /**
   * The controller says how many replicas can be: it knows the brokers that are registered, while a
   * client sees those that run, and a topic that was made during the restart of one would have too
   * few for good.
   *
   * @return empty when another run has made it a moment ago, which not every broker knows at once
   */
  private Optional<String> create(String topic, int maxRecordBytes) {
    for (int replicas = TopicCorrection.REPLICAS; ; replicas--) {
      NewTopic wanted =
          new NewTopic(topic, Topics.DEFAULT_PARTITIONS, (short) replicas)
              .configs(TopicCorrection.fresh(replicas, maxRecordBytes));
      try {
        await(admin.createTopics(List.of(wanted)).all());
        return Optional.of(
            "created topic %s with %d partitions and %s"
                .formatted(topic, Topics.DEFAULT_PARTITIONS, TopicCorrection.counted(replicas)));
      } catch (CliFailure e) {
        if (e.getCause() instanceof TopicExistsException) {
          return Optional.empty();
        }
        if (replicas == 1 || !(e.getCause() instanceof InvalidReplicationFactorException)) {
          throw e;
        }
      }
    }
  }

  private Map<String, TopicCorrection> corrections(Set<String> present) {
    if (present.isEmpty()) {
      return Map.of();
    }
    List<ConfigResource> resources = present.stream().map(TopicSetup::resource).toList();
    int brokers = await(admin.describeCluster().nodes()).size();
    Map<String, TopicDescription> topics = await(admin.describeTopics(present).allTopicNames());
    Map<ConfigResource, Config> configs = await(admin.describeConfigs(resources).all());
    Map<String, TopicCorrection> corrections = new TreeMap<>();
    topics.forEach(
        (topic, description) ->
            corrections.put(
                topic,
                TopicCorrection.of(
                    topic,
                    TOPICS.get(topic),
                    values(configs.get(resource(topic))),
                    replicas(description),
                    brokers)));
    return corrections;
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  private static Map<String, String> values(Config config) {
    Map<String, String> values = new TreeMap<>();
    for (ConfigEntry entry : config.entries()) {
      if (entry.value() != null) {
        values.put(entry.name(), entry.value());
      }
    }
    return values;
  }

  /** Of the partition that has the fewest; those on brokers that are away count. */
  private static int replicas(TopicDescription description) {
    return description.partitions().stream()
        .mapToInt(partition -> partition.replicas().size())
        .min()
        .orElseThrow();
  }

  private List<String> change(String topic, Map<String, String> changes) {
    List<String> done = new ArrayList<>();
    List<AlterConfigOp> operations = new ArrayList<>();
    changes.forEach(
        (name, value) -> {
          operations.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
          done.add("set " + name + " of topic " + topic + " to " + value);
        });
    if (!operations.isEmpty()) {
      await(admin.incrementalAlterConfigs(Map.of(resource(topic), operations)).all());
    }
    return done;
  }

  private <T> T await(KafkaFuture<T> future) {
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
