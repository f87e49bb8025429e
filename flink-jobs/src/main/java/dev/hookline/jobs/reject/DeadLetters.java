package dev.hookline.jobs.reject;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.Headers;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.jobs.JobConfig;
import java.io.IOException;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The dead-letter topic: the original record plus why it is there. */
public final class DeadLetters {

  private static final int DELIVERY_TIMEOUT_MS = 60_000;
  private static final int REQUEST_TIMEOUT_MS = 20_000;

  private DeadLetters() {}

  /**
   * The topic's sink. Every reject is confirmed by the brokers before a checkpoint completes; one
   * that is not confirmed in time fails the job, so that it is read again.
   *
   * @param kafka where, and how the cluster lets the job in
   * @return never null
   */
  public static Sink<Reject> sink(JobConfig.Kafka kafka) {
    return new WriterOnly(
        KafkaSink.<Reject>builder()
            .setBootstrapServers(kafka.bootstrapServers())
            .setKafkaProducerConfig(producer(kafka.clientProperties()))
            .setRecordSerializer(new Serializer())
            .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
            .build());
  }

  static Properties producer(KafkaAccess access) {
    Properties producer = new Properties();
    producer.putAll(access.properties());
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    producer.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_DLQ_RECORD_BYTES);
    // the largest record must fit; the pool takes memory only as records ask for it
    producer.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Topics.MAX_DLQ_RECORD_BYTES + 1024L * 1024);
    producer.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
    producer.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    return producer;
  }

  /**
   * The connector's sink without its committer, which has nothing to commit in this mode and warns
   * about its own metrics at every checkpoint.
   */
  private static final class WriterOnly implements Sink<Reject> {
    private static final long serialVersionUID = 1L;

    private final KafkaSink<Reject> kafka;

    WriterOnly(KafkaSink<Reject> kafka) {
      this.kafka = kafka;
    }

    @Override
    public SinkWriter<Reject> createWriter(WriterInitContext context) throws IOException {
      return kafka.createWriter(context);
    }
  }

  /** Adds the three headers of a reject. */
  static final class Serializer implements KafkaRecordSerializationSchema<Reject> {
    private static final long serialVersionUID = 1L;

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        Reject reject, KafkaSinkContext context, Long timestamp) {
      RecordHeaders headers = new RecordHeaders();
      reject.wire().headers().forEach(headers::add);
      headers.add(Headers.REJECT_REASON, reject.reason().wireName().getBytes(UTF_8));
      headers.add(Headers.REJECT_DETAIL, reject.detail().getBytes(UTF_8));
      headers.add(Headers.REJECT_ORIGIN, reject.origin().getBytes(UTF_8));
      return new ProducerRecord<>(
          Topics.WEBHOOK_EVENTS_DLQ,
          null,
          null,
          reject.wire().key(),
          reject.wire().value(),
          headers);
    }
  }
}
