package dev.hookline.jobs;

import static org.awaitility.Awaitility.await;

import dev.hookline.contract.Topics;
import dev.hookline.jobs.source.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic with the project's settings, deleted when closed. */
public final class TestTopic implements AutoCloseable {

  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final String name;

  private TestTopic(String bootstrapServers, String name) {
    this.name = name;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.MAX_RECORD_BYTES),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  public static TestTopic create(String bootstrapServers, String name, int partitions) {
    TestTopic topic = new TestTopic(bootstrapServers, name);
    topic.createWith(partitions);
    return topic;
  }

  /** Deletes the topic and makes another of the same name. */
  public void recreate(int partitions) {
    delete();
    createWith(partitions);
  }

  public String id() {
    return get(admin.describeTopics(List.of(name)).allTopicNames()).get(name).topicId().toString();
  }

  /** Appends a record of the log under its own key, to the partition that the key gives. */
  public void append(LogRecord record) {
    RecordHeaders headers = new RecordHeaders();
    record.wire().headers().forEach(headers::add);
    confirmed(
        producer.send(
            new ProducerRecord<>(
                name, null, null, record.wire().key(), record.wire().value(), headers)));
  }

  /** Appends empty records to one partition. */
  public void append(int partition, int count) {
    for (int i = 0; i < count; i++) {
      confirmed(producer.send(new ProducerRecord<>(name, partition, null, new byte[0])));
    }
  }

  /** Takes a partition's records before an offset away, as retention does. */
  public void deleteBefore(int partition, long offset) {
    get(
        admin
            .deleteRecords(
                Map.of(new TopicPartition(name, partition), RecordsToDelete.beforeOffset(offset)))
            .all());
  }

  public void configure(String key, String value) {
    get(
        admin
            .incrementalAlterConfigs(
                Map.of(
                    new ConfigResource(ConfigResource.Type.TOPIC, name),
                    List.of(
                        new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET))))
            .all());
  }

  @Override
  public void close() {
    delete();
    producer.close(Duration.ofSeconds(5));
    admin.close(Duration.ofSeconds(5));
  }

  private void createWith(int partitions) {
    NewTopic topic = new NewTopic(name, partitions, (short) 1);
    topic.configs(
        Map.of(
            TopicConfig.RETENTION_MS_CONFIG, Long.toString(Topics.RETENTION_MS),
            TopicConfig.SEGMENT_MS_CONFIG, Long.toString(Topics.SEGMENT_MS),
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Topics.MAX_DLQ_RECORD_BYTES)));
    get(admin.createTopics(List.of(topic)).all());
  }

  private void delete() {
    get(admin.deleteTopics(List.of(name)).all());
    await("topic " + name + " is gone")
        .atMost(Duration.ofSeconds(30))
        .until(() -> !get(admin.listTopics().names()).contains(name));
  }

  private static <T> T get(KafkaFuture<T> future) {
    return confirmed(future.toCompletionStage().toCompletableFuture());
  }

  private static <T> T confirmed(Future<T> future) {
    try {
      return future.get(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
