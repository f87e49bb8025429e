package dev.hookline.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.DecodeResult;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.WireRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topic that gateways publish to: made, made anew, and read from when this object was made. */
public final class EventsTopic {

  private final String bootstrapServers;
  private final long since = System.currentTimeMillis();

  public EventsTopic(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** Makes the topic unless it is there. */
  public EventsTopic create() {
    try (Admin admin = admin()) {
      NewTopic topic =
          new NewTopic(Topics.WEBHOOK_EVENTS, Optional.of(3), Optional.empty())
              .configs(Map.of("max.message.bytes", Integer.toString(Topics.MAX_RECORD_BYTES)));
      admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new AssertionError(e);
      }
    } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    }
    return this;
  }

  /** Removes the topic with all its records. */
  public void delete() {
    try (Admin admin = admin()) {
      admin.deleteTopics(List.of(Topics.WEBHOOK_EVENTS)).all().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** The records of one identity, in order. */
  public List<WebhookRecord> records(String identity) {
    List<WebhookRecord> found = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : withKey(identity)) {
      Map<String, byte[]> headers = new LinkedHashMap<>();
      record.headers().forEach(header -> headers.put(header.key(), header.value()));
      found.add(
          RecordCodec.decode(new WireRecord(record.key(), headers, record.value()))
              .match(
                  DecodeResult.Decoded::record,
                  rejected -> {
                    throw new AssertionError(rejected.reason() + ": " + rejected.detail());
                  }));
    }
    return found;
  }

  private List<ConsumerRecord<byte[], byte[]>> withKey(String key) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "max.poll.records",
                10),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.WEBHOOK_EVENTS).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Map<TopicPartition, Long> times = new HashMap<>();
      partitions.forEach(partition -> times.put(partition, since));
      consumer
          .offsetsForTimes(times)
          .forEach(
              (partition, start) ->
                  consumer.seek(partition, start == null ? ends.get(partition) : start.offset()));
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(
                record -> {
                  if (new String(record.key(), UTF_8).equals(key)) {
                    records.add(record);
                  }
                });
      }
    }
    return records;
  }
}
