package dev.hookline.jobs.source;

import dev.hookline.contract.Topics;
import dev.hookline.jobs.JobConfig;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * The topic as a source, with fetch sizes that hold for the largest records in a small heap.
 *
 * <p>A fetch limit is soft: a batch that is larger is returned all the same, alone. The sizes are
 * those of compressed batches, and lz4 packs a body of one repeated letter 250 to 1; so a fetch is
 * kept to what unpacks to no more than one of the largest bodies. The connector holds at most four
 * fetches a worker: one in work, two in its queue, one on the way.
 */
public final class WebhookSource {

  /** Of one answer of the broker, compressed, in bytes. */
  private static final int FETCH_BYTES = 128 * 1024;

  /** Of one partition in it, compressed, in bytes. */
  private static final int PARTITION_FETCH_BYTES = 64 * 1024;

  /** Records of one fetch that are handed on together. */
  private static final int POLL_RECORDS = 200;

  /** How often partitions that were added are looked for. */
  private static final int DISCOVERY_MS = 30_000;

  private WebhookSource() {}

  /**
   * The source of a job.
   *
   * @param kafka where the events are
   * @return never null
   */
  public static KafkaSource<LogRecord> of(JobConfig.Kafka kafka) {
    return KafkaSource.<LogRecord>builder()
        .setBootstrapServers(kafka.bootstrapServers())
        .setGroupId(kafka.groupId())
        .setTopics(Topics.WEBHOOK_EVENTS)
        .setStartingOffsets(new BeginningOffsets())
        .setDeserializer(new LogRecordDeserializer())
        .setProperty(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(FETCH_BYTES))
        .setProperty(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            Integer.toString(PARTITION_FETCH_BYTES))
        .setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(POLL_RECORDS))
        .setProperty(
            KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(),
            Integer.toString(DISCOVERY_MS))
        .build();
  }

  /**
   * The live topic, for the guard.
   *
   * @param kafka where the events are
   * @return opens it on a worker
   */
  public static TopicLog.Factory log(JobConfig.Kafka kafka) {
    String bootstrapServers = kafka.bootstrapServers();
    return () -> new KafkaTopicLog(bootstrapServers, Topics.WEBHOOK_EVENTS);
  }
}
