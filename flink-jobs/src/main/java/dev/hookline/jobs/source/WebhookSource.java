package dev.hookline.jobs.source;

import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.jobs.JobConfig;
import java.io.IOException;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaRecordEmitter;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topic as a source: Flink's Kafka source, with readers whose memory is bounded.
 *
 * <p>A fetch limit of Kafka's is soft: a batch that is larger is returned all the same, alone. The
 * sizes are those of compressed batches, and lz4 packs a body of one repeated letter 250 to 1; so a
 * fetch is kept to what unpacks to about one of the largest bodies. {@link OneFetchAtATime} keeps
 * the number of fetches in the heap to one.
 */
public final class WebhookSource
    implements Source<LogRecord, KafkaPartitionSplit, KafkaSourceEnumState>,
        ResultTypeQueryable<LogRecord> {
  private static final long serialVersionUID = 1L;

  /** Of one answer of the broker, compressed, in bytes. */
  private static final int FETCH_BYTES = 128 * 1024;

  /** Of one partition in it, compressed, in bytes. */
  private static final int PARTITION_FETCH_BYTES = 64 * 1024;

  /** Of the socket, where the next answer waits, in bytes. */
  private static final int RECEIVE_BUFFER_BYTES = 256 * 1024;

  /** Records of one fetch that are handed on together. */
  private static final int POLL_RECORDS = 200;

  /** How often partitions that were added are looked for. */
  private static final int DISCOVERY_MS = 30_000;

  private final KafkaSource<LogRecord> kafka;
  private final Properties consumer;

  private WebhookSource(KafkaSource<LogRecord> kafka, Properties consumer) {
    this.kafka = kafka;
    this.consumer = consumer;
  }

  /**
   * The source of a job.
   *
   * @param settings where the events are
   * @return never null
   */
  public static WebhookSource of(JobConfig.Kafka settings) {
    Properties consumer = new Properties();
    settings.clientProperties().properties().forEach((key, value) -> set(consumer, key, value));
    set(consumer, ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    set(consumer, ConsumerConfig.GROUP_ID_CONFIG, settings.groupId());
    set(consumer, KafkaSourceOptions.CLIENT_ID_PREFIX.key(), settings.groupId());
    set(consumer, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    set(consumer, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES);
    set(consumer, ConsumerConfig.RECEIVE_BUFFER_CONFIG, RECEIVE_BUFFER_BYTES);
    set(consumer, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    set(consumer, KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), DISCOVERY_MS);
    KafkaSource<LogRecord> kafka =
        KafkaSource.<LogRecord>builder()
            .setTopics(Topics.WEBHOOK_EVENTS)
            .setStartingOffsets(new BeginningOffsets())
            .setDeserializer(new LogRecordDeserializer())
            .setProperties(consumer)
            .build();
    // what the connector's builder would set for its own readers
    set(consumer, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    set(consumer, ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    String bytes = ByteArrayDeserializer.class.getName();
    set(consumer, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, bytes);
    set(consumer, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, bytes);
    return new WebhookSource(kafka, consumer);
  }

  /**
   * The live topic, for the guard.
   *
   * @param settings where the events are
   * @return opens it on a worker
   */
  public static TopicLog.Factory log(JobConfig.Kafka settings) {
    String bootstrapServers = settings.bootstrapServers();
    KafkaAccess access = settings.clientProperties();
    return () -> new KafkaTopicLog(bootstrapServers, access, Topics.WEBHOOK_EVENTS);
  }

  @Override
  public SourceReader<LogRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) {
    KafkaSourceReaderMetrics metrics = new KafkaSourceReaderMetrics(context.metricGroup());
    FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> queue =
        new FutureCompletingBlockingQueue<>(1);
    Configuration options = new Configuration();
    consumer
        .stringPropertyNames()
        .forEach(key -> options.setString(key, consumer.getProperty(key)));
    return new KafkaSourceReader<>(
        queue,
        new KafkaSourceFetcherManager(
            queue, () -> new OneFetchAtATime(consumer, context, metrics), finished -> {}),
        new KafkaRecordEmitter<>(new LogRecordDeserializer()),
        options,
        context,
        metrics);
  }

  @Override
  public Boundedness getBoundedness() {
    return kafka.getBoundedness();
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return kafka.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state)
      throws IOException {
    return kafka.restoreEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return kafka.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return kafka.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<LogRecord> getProducedType() {
    return kafka.getProducedType();
  }

  private static void set(Properties properties, String key, Object value) {
    properties.setProperty(key, value.toString());
  }
}
