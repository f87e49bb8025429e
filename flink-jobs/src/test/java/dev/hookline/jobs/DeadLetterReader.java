package dev.hookline.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the dead-letter topic from its beginning. */
final class DeadLetterReader {

  private DeadLetterReader() {}

  /** What is there now, of one partition. */
  static List<DeadLetter> read(String bootstrapServers) {
    TopicPartition partition = new TopicPartition(Topics.WEBHOOK_EVENTS_DLQ, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      List<DeadLetter> letters = new ArrayList<>();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          Map<String, String> headers = new TreeMap<>();
          for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), UTF_8));
          }
          letters.add(
              new DeadLetter(
                  record.key() == null ? "" : new String(record.key(), UTF_8),
                  headers,
                  new String(record.value(), UTF_8)));
        }
      }
      return letters;
    }
  }

  /** One record, as text. */
  record DeadLetter(String key, Map<String, String> headers, String value) {}
}
