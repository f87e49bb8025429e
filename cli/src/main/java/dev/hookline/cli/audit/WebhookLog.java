package dev.hookline.cli.audit;

import dev.hookline.contract.DecodeResult;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WireRecord;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topic of the accepted deliveries, read by the audit itself. Used by one thread. */
final class WebhookLog implements AutoCloseable {

  /** The longest wait for any one answer of the brokers. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

  /** How long a read may bring nothing at all before it is given up. */
  private static final Duration STALL_LIMIT = Duration.ofMinutes(1);

  private static final Duration POLL = Duration.ofMillis(500);

  private final String servers;
  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Admin admin;

  WebhookLog(String servers, KafkaAccess access, String topic) {
    this.servers = servers;
    this.topic = topic;
    this.consumer = new KafkaConsumer<>(consumerSettings(servers, access));
    this.admin = Admin.create(adminSettings(servers, access));
  }

  private static Properties consumerSettings(String servers, KafkaAccess access) {
    Properties settings = new Properties();
    settings.putAll(access.properties());
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // an offset that retention has taken meanwhile must be said, not jumped
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // one fetch holds one record of the largest size at least; a second is not fetched beside it
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Topics.MAX_RECORD_BYTES);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Topics.MAX_RECORD_BYTES);
    settings.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(ANSWER_LIMIT.toMillis()));
    settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    return settings;
  }

  private static Properties adminSettings(String servers, KafkaAccess access) {
    Properties settings = new Properties();
    settings.putAll(access.properties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    settings.put(
        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(ANSWER_LIMIT.toMillis()));
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    return settings;
  }

  /** What the log holds now. */
  LogCut now() {
    try {
      Collection<TopicPartition> partitions = partitions();
      Map<TopicPartition, Long> from = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> to = consumer.endOffsets(partitions);
      Map<Integer, LogCut.Span> spans = new TreeMap<>();
      for (TopicPartition partition : partitions) {
        spans.put(partition.partition(), new LogCut.Span(from.get(partition), to.get(partition)));
      }
      return new LogCut(spans);
    } catch (KafkaException e) {
      throw new AuditException("Kafka at " + servers + " does not answer: " + e.getMessage(), e);
    }
  }

  private Collection<TopicPartition> partitions() {
    List<PartitionInfo> infos = consumer.partitionsFor(topic, ANSWER_LIMIT);
    if (infos == null || infos.isEmpty()) {
      throw new AuditException(
          "Kafka at " + servers + " has no topic " + topic + ": run 'hookline migrate' first");
    }
    return infos.stream().map(info -> new TopicPartition(info.topic(), info.partition())).toList();
  }

  /**
   * Reads every record of the cut into the comparison.
   *
   * @param progress is told from time to time how many offsets have been read
   */
  void read(LogCut cut, AuditComparison into, LongConsumer progress) {
    Map<TopicPartition, Long> ends = new LinkedHashMap<>();
    cut.spans()
        .forEach(
            (partition, span) -> {
              if (span.to() > span.from()) {
                ends.put(new TopicPartition(topic, partition), span.to());
              }
            });
    try {
      consumer.assign(ends.keySet());
      ends.keySet().forEach(p -> consumer.seek(p, cut.spans().get(p.partition()).from()));
      pollUntil(ends, cut, into, progress);
    } catch (OffsetOutOfRangeException e) {
      throw new AuditException(
          "retention took records while they were being read ("
              + e.getMessage()
              + "): run it again",
          e);
    } catch (KafkaException e) {
      throw new AuditException("reading " + topic + " failed: " + e.getMessage(), e);
    }
  }

  private void pollUntil(
      Map<TopicPartition, Long> ends, LogCut cut, AuditComparison into, LongConsumer progress) {
    long read = 0;
    long lastMove = System.nanoTime();
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    while (!left.isEmpty()) {
      long before = position(left.keySet());
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (cut.contains(record.partition(), record.offset())) {
          take(record, into);
          read++;
        }
      }
      if (position(left.keySet()) > before) {
        lastMove = System.nanoTime();
        progress.accept(read);
      } else if (System.nanoTime() - lastMove > STALL_LIMIT.toNanos()) {
        throw new AuditException(
            "reading " + topic + " stopped: no record came within " + STALL_LIMIT);
      }
      // position() is past the end also where the last offsets hold no record
      left.entrySet().removeIf(entry -> consumer.position(entry.getKey()) >= entry.getValue());
      consumer.pause(ends.keySet().stream().filter(p -> !left.containsKey(p)).toList());
    }
  }

  private long position(Collection<TopicPartition> partitions) {
    return partitions.stream().mapToLong(consumer::position).sum();
  }

  private static void take(ConsumerRecord<byte[], byte[]> record, AuditComparison into) {
    DecodeResult result = RecordCodec.decode(wire(record));
    if (result instanceof DecodeResult.Decoded decoded) {
      into.record(record.partition(), record.offset(), decoded.record());
    } else {
      into.undecodableRecord(record.partition(), record.offset(), record.value());
    }
  }

  private static WireRecord wire(ConsumerRecord<byte[], byte[]> record) {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), header.value());
    }
    return new WireRecord(record.key(), headers, record.value());
  }

  /** What a group has committed for the topic, by partition. */
  Map<Integer, Long> committed(String group) throws IOException {
    try {
      Map<Integer, Long> offsets = new TreeMap<>();
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .forEach(
              (partition, offset) -> {
                if (partition.topic().equals(topic) && offset != null) {
                  offsets.put(partition.partition(), offset.offset());
                }
              });
      return offsets;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Kafka", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "Kafka does not say what group " + group + " has committed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      consumer.close();
    } finally {
      admin.close(Duration.ofSeconds(5));
    }
  }
}
