package dev.hookline.gateway.publish;

import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.WireRecord;
import dev.hookline.gateway.GatewayConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes with acks=all and idempotence. {@code send} may block for as long as max.block.ms, for
 * metadata or for room, so threads of its own make that call and no request waits on one.
 */
public final class KafkaEventPublisher implements EventPublisher {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);

  private static final int SENDERS = 4;

  /**
   * Requests in flight are bounded before they come here; this bounds what is queued all the same.
   */
  private static final int QUEUE = 1_000;

  private static final int BATCH_BYTES = 64 * 1024;

  private final KafkaProducer<byte[], byte[]> producer;
  private final ThreadPoolExecutor senders;

  /**
   * Makes a publisher; it connects by itself.
   *
   * @param kafka where
   * @param timeouts shares of the request's deadline
   * @throws org.apache.kafka.common.KafkaException when no bootstrap server has an address
   */
  public KafkaEventPublisher(GatewayConfig.Kafka kafka, PublishTimeouts timeouts) {
    this.producer =
        new KafkaProducer<>(
            settings(kafka, timeouts), new ByteArraySerializer(), new ByteArraySerializer());
    this.senders =
        new ThreadPoolExecutor(
            SENDERS,
            SENDERS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE),
            task -> new Thread(task, "kafka-send"));
  }

  /**
   * Finds the topic before there is a record for it: the first delivery would otherwise spend the
   * producer's wait for a broker on that, and be refused on a busy machine. Without it, or when it
   * is in vain, each record finds the topic by itself.
   *
   * @param patience how long to ask, and the producer's own wait of a second more
   * @return whether the topic was found
   */
  public boolean warmUp(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        producer.partitionsFor(Topics.WEBHOOK_EVENTS);
        return true;
      } catch (KafkaException e) {
        if (System.nanoTime() - end >= 0) {
          LOG.warn("Kafka has not said where {} is: {}", Topics.WEBHOOK_EVENTS, e.toString());
          return false;
        }
      }
    }
  }

  static Map<String, Object> settings(GatewayConfig.Kafka kafka, PublishTimeouts timeouts) {
    Map<String, Object> settings = new HashMap<>(kafka.access().properties());
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "hookline-gateway");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, kafka.bufferBytes());
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeouts.maxBlock().toMillis());
    settings.put(ProducerConfig.LINGER_MS_CONFIG, timeouts.linger().toMillis());
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeouts.request().toMillis());
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) timeouts.delivery().toMillis());
    return settings;
  }

  @Override
  public CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience) {
    CompletableFuture<PublishOutcome> outcome = new CompletableFuture<>();
    long end = System.nanoTime() + patience.toNanos();
    try {
      senders.execute(() -> send(record, end, outcome));
    } catch (RejectedExecutionException e) {
      outcome.complete(new PublishOutcome.Failed(QUEUE + " records wait to be sent already"));
    }
    return outcome;
  }

  /**
   * Errors are classified here and nowhere else. What {@code send} reports before it returns has
   * never been taken by the producer; after that, only errors that no broker can have answered
   * after a write are failures.
   */
  private void send(
      WebhookRecord record, long endNanos, CompletableFuture<PublishOutcome> outcome) {
    if (System.nanoTime() - endNanos >= 0) {
      outcome.complete(new PublishOutcome.Failed("its time was over before it could be sent"));
      return;
    }
    Thread sender = Thread.currentThread();
    try {
      // The callback tells the same as the future that is returned.
      var unused =
          producer.send(
              kafkaRecord(record),
              (metadata, error) ->
                  outcome.complete(outcome(metadata, error, Thread.currentThread() == sender)));
    } catch (RuntimeException e) {
      outcome.complete(new PublishOutcome.Failed("not taken by the producer: " + e));
    } catch (Error e) {
      // Such as no memory: whoever waits must be told, or the body's place would never be free.
      outcome.complete(new PublishOutcome.Unknown("the gateway failed while sending: " + e));
      throw e;
    }
  }

  private static PublishOutcome outcome(
      RecordMetadata metadata, Exception error, boolean beforeTaken) {
    if (error == null) {
      return new PublishOutcome.Confirmed(metadata.partition(), metadata.offset());
    }
    boolean neverWritten =
        beforeTaken
            || error instanceof RecordTooLargeException
            || error instanceof InvalidTopicException
            || error instanceof TopicAuthorizationException;
    return neverWritten
        ? new PublishOutcome.Failed(error.toString())
        : new PublishOutcome.Unknown(error.toString());
  }

  private static ProducerRecord<byte[], byte[]> kafkaRecord(WebhookRecord record) {
    WireRecord wire = RecordCodec.encode(record);
    ProducerRecord<byte[], byte[]> message =
        new ProducerRecord<>(Topics.WEBHOOK_EVENTS, wire.key(), wire.value());
    wire.headers().forEach((name, value) -> message.headers().add(name, value));
    return message;
  }

  @Override
  public void close(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    senders.shutdown();
    try {
      senders.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
  }
}
