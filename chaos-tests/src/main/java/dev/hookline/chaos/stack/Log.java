package dev.hookline.chaos.stack;

import dev.hookline.contract.Topics;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Looks at the main topic past all proxies. Safe for use by several threads. */
public final class Log implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration READING_LIMIT = Duration.ofSeconds(60);

  private final String servers;
  private final Admin admin;

  Log(String servers) {
    this.servers = servers;
    this.admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", servers,
                "request.timeout.ms", "5000",
                "default.api.timeout.ms", "8000"));
  }

  /**
   * The earliest and end offsets of now.
   *
   * @throws IOException when Kafka does not answer
   */
  public LogCut now() throws IOException {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (TopicPartition partition : partitions()) {
      first.put(partition, OffsetSpec.earliest());
      last.put(partition, OffsetSpec.latest());
    }
    var begin = await(admin.listOffsets(first).all());
    var end = await(admin.listOffsets(last).all());
    Map<Integer, LogCut.Span> spans = new TreeMap<>();
    end.forEach(
        (partition, at) ->
            spans.put(
                partition.partition(),
                new LogCut.Span(begin.get(partition).offset(), at.offset())));
    return new LogCut(spans);
  }

  /** How many records were ever written: the sum of the end offsets. */
  public long written() throws IOException {
    return now().spans().values().stream().mapToLong(LogCut.Span::to).sum();
  }

  /**
   * What a group has committed: the offset of the next record, by partition.
   *
   * @throws IOException when Kafka does not answer
   */
  public Map<Integer, Long> committed(String group) throws IOException {
    Map<Integer, Long> offsets = new HashMap<>();
    await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null && partition.topic().equals(Topics.WEBHOOK_EVENTS)) {
                offsets.put(partition.partition(), offset.offset());
              }
            });
    return offsets;
  }

  /**
   * The brokers that lead a partition of the main topic.
   *
   * @return their numbers, the one with most partitions first
   * @throws IOException when Kafka does not answer
   */
  public List<Integer> leaders() throws IOException {
    Map<Integer, Integer> led = new TreeMap<>();
    await(admin.describeTopics(Set.of(Topics.WEBHOOK_EVENTS)).allTopicNames())
        .get(Topics.WEBHOOK_EVENTS)
        .partitions()
        .forEach(
            partition -> {
              if (partition.leader() != null) {
                led.merge(partition.leader().id(), 1, Integer::sum);
              }
            });
    List<Integer> nodes = new ArrayList<>(led.keySet());
    nodes.sort((a, b) -> Integer.compare(led.get(b), led.get(a)));
    return nodes;
  }

  /**
   * The identities of the records between two moments.
   *
   * @param before the earlier one
   * @param after the later one
   * @return the records' keys; what cannot be read within 60 s is missing
   */
  public Set<String> identities(LogCut before, LogCut after) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", servers,
            "auto.offset.reset", "earliest",
            "enable.auto.commit", "false");
    Set<String> identities = new HashSet<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      Map<TopicPartition, Long> left = new HashMap<>();
      after
          .spans()
          .forEach(
              (partition, span) ->
                  left.put(new TopicPartition(Topics.WEBHOOK_EVENTS, partition), span.to()));
      consumer.assign(left.keySet());
      for (TopicPartition partition : left.keySet()) {
        LogCut.Span from = before.spans().get(partition.partition());
        consumer.seek(partition, from == null ? 0 : from.to());
      }
      long deadline = System.nanoTime() + READING_LIMIT.toNanos();
      while (System.nanoTime() < deadline
          && left.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(
                record -> {
                  TopicPartition at = new TopicPartition(record.topic(), record.partition());
                  if (record.offset() < left.get(at)) {
                    identities.add(record.key());
                  }
                });
      }
    }
    return identities;
  }

  private List<TopicPartition> partitions() throws IOException {
    return await(admin.describeTopics(Set.of(Topics.WEBHOOK_EVENTS)).allTopicNames())
        .get(Topics.WEBHOOK_EVENTS)
        .partitions()
        .stream()
        .map(info -> new TopicPartition(Topics.WEBHOOK_EVENTS, info.partition()))
        .toList();
  }

  private static <T> T await(KafkaFuture<T> future) throws IOException {
    try {
      return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("Kafka: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("Kafka has not answered within " + LIMIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Kafka", e);
    }
  }

  @Override
  public void close() {
    admin.close(LIMIT);
  }
}
