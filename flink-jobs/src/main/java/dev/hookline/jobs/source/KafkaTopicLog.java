package dev.hookline.jobs.source;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.hookline.contract.settings.KafkaAccess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** {@link TopicLog} by Kafka's admin client. */
final class KafkaTopicLog implements TopicLog {

  private static final int REQUEST_TIMEOUT_MS = 5_000;
  private static final int API_TIMEOUT_MS = 10_000;

  private final Admin admin;
  private final String topic;

  KafkaTopicLog(String bootstrapServers, KafkaAccess access, String topic) {
    this.topic = topic;
    this.admin = Admin.create(settings(bootstrapServers, access));
  }

  private static Map<String, Object> settings(String bootstrapServers, KafkaAccess access) {
    Map<String, Object> settings = new HashMap<>(access.properties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "hookline-job-topic-guard");
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS);
    return settings;
  }

  @Override
  public Sight look(Duration within) {
    return asked(new Deadline(within), true);
  }

  @Override
  public Sight lookAtId(Duration within) {
    return asked(new Deadline(within), false);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }

  private Sight asked(Deadline deadline, boolean all) {
    try {
      TopicDescription description =
          deadline.get(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
      String id = description.topicId().toString();
      return all
          ? new Present(id, extents(description, deadline), readableFor(deadline))
          : new Present(id, Map.of(), null);
    } catch (ExecutionException e) {
      return e.getCause() instanceof UnknownTopicOrPartitionException
          ? new Absent()
          : new Unknown(String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      return new Unknown("no answer within " + deadline.within.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Unknown("interrupted");
    }
  }

  private Map<Integer, Extent> extents(TopicDescription description, Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (TopicPartitionInfo partition : description.partitions()) {
      TopicPartition key = new TopicPartition(topic, partition.partition());
      first.put(key, OffsetSpec.earliest());
      last.put(key, OffsetSpec.latest());
    }
    Map<TopicPartition, ListOffsetsResultInfo> beginnings =
        deadline.get(admin.listOffsets(first).all());
    Map<TopicPartition, ListOffsetsResultInfo> ends = deadline.get(admin.listOffsets(last).all());
    Map<Integer, Extent> extents = new HashMap<>();
    beginnings.forEach(
        (key, beginning) ->
            extents.put(key.partition(), new Extent(beginning.offset(), ends.get(key).offset())));
    return extents;
  }

  private Duration readableFor(Deadline deadline)
      throws ExecutionException, TimeoutException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config = deadline.get(admin.describeConfigs(List.of(resource)).all()).get(resource);
    long retention = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    long segment = Long.parseLong(config.get(TopicConfig.SEGMENT_MS_CONFIG).value());
    return retention < 0 || segment > Long.MAX_VALUE - retention
        ? Present.FOREVER
        : Duration.ofMillis(retention + segment);
  }

  /** What is left of one bound over several calls. */
  private static final class Deadline {
    private final Duration within;
    private final long end;

    Deadline(Duration within) {
      this.within = within;
      this.end = System.nanoTime() + within.toNanos();
    }

    <T> T get(KafkaFuture<T> future)
        throws ExecutionException, TimeoutException, InterruptedException {
      return future.get(Math.max(0, (end - System.nanoTime()) / 1_000_000), MILLISECONDS);
    }
  }
}
