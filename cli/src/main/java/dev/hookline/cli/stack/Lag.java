package dev.hookline.cli.stack;

import dev.hookline.contract.settings.KafkaAccess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measures how far the job is behind: the age of the oldest record that its source has not read.
 * Keeps its connections, so that it can be asked again and again; one thread at a time.
 */
public final class Lag implements AutoCloseable {

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final FlinkRest flink;

  /**
   * Opens the clients, for a Kafka that asks nobody who he is.
   *
   * @param bootstrapServers Kafka's address
   * @param flink a client of the cluster
   */
  public Lag(String bootstrapServers, FlinkRest flink) {
    this(bootstrapServers, KafkaAccess.NONE, flink);
  }

  /**
   * Opens the clients.
   *
   * @param bootstrapServers Kafka's address
   * @param access how Kafka lets its clients in
   * @param flink a client of the cluster
   */
  public Lag(String bootstrapServers, KafkaAccess access, FlinkRest flink) {
    this.flink = flink;
    this.admin = Admin.create(adminSettings(bootstrapServers, access));
    this.consumer =
        new KafkaConsumer<>(
            consumerSettings(bootstrapServers, access),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /**
   * One measurement.
   *
   * @param records how many records were not read
   * @param age of the oldest of them; zero when there is none
   */
  public record Reading(long records, Duration age) {

    /**
     * The age in seconds.
     *
     * @return with fractions of a millisecond's precision
     */
    public double seconds() {
      return age.toMillis() / 1000.0;
    }
  }

  /**
   * Measures.
   *
   * @return the lag now
   * @throws IOException when Kafka or Flink does not answer
   */
  public Reading read() throws IOException {
    SourcePosition position = SourcePosition.read(admin, flink);
    Instant oldest = null;
    try {
      for (Map.Entry<TopicPartition, Long> next : position.next().entrySet()) {
        if (next.getValue() < position.end().get(next.getKey())) {
          Optional<Instant> written = timeOf(next.getKey(), next.getValue());
          if (written.isPresent() && (oldest == null || written.get().isBefore(oldest))) {
            oldest = written.get();
          }
        }
      }
    } catch (KafkaException e) {
      throw new IOException("Kafka: " + e.getMessage(), e);
    }
    Duration age = oldest == null ? Duration.ZERO : Duration.between(oldest, Instant.now());
    return new Reading(position.unread(), age.isNegative() ? Duration.ZERO : age);
  }

  /** The time of the first record at or after the offset; none when it cannot be had in time. */
  private Optional<Instant> timeOf(TopicPartition partition, long offset) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(REQUEST_LIMIT)) {
      return Optional.of(Instant.ofEpochMilli(record.timestamp()));
    }
    return Optional.empty();
  }

  static Properties adminSettings(String bootstrapServers, KafkaAccess access) {
    Properties settings = new Properties();
    settings.putAll(access.properties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST_LIMIT.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) REQUEST_LIMIT.toMillis());
    return settings;
  }

  private static Properties consumerSettings(String bootstrapServers, KafkaAccess access) {
    Properties settings = new Properties();
    settings.putAll(access.properties());
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // One record is wanted, and a record may have 28 MB: do not fetch more than its batch.
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    // The record may be taken by the retention between two questions: then the next one counts.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) REQUEST_LIMIT.toMillis());
    settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST_LIMIT.toMillis());
    return settings;
  }

  /** Closes the clients. */
  @Override
  public void close() {
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(REQUEST_LIMIT));
    admin.close(REQUEST_LIMIT);
  }
}
