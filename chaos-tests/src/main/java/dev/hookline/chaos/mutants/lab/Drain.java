package dev.hookline.chaos.mutants.lab;

import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Source;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.WireRecord;
import dev.hookline.devstack.process.BoundedWait;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Waits until jobs have written all that is in the topic. It appends an event to each partition,
 * behind everything else, and waits for those rows; then once more, for what was still under way
 * beside the first ones: rejects and people's hours are flushed before a checkpoint completes, and
 * the second events are seen after one that began later.
 */
public final class Drain {

  /** The organisation of the events that are waited for; no mutant's. */
  private static final String ORG = "drain";

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int ROUNDS = 2;
  private static final long FIRST_PERSON = 1_000_000;

  private Drain() {}

  /**
   * Waits.
   *
   * @param lab where the jobs run
   * @param jobs each at parallelism 1
   * @throws dev.hookline.devstack.DevStackException when it takes too long
   */
  public static void await(Lab lab, Collection<RunningJob> jobs) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", lab.kafka().bootstrapServers(), "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int round = 0; round < ROUNDS; round++) {
        // of one person who did nothing else
        String name = Long.toString(FIRST_PERSON + lab.freshNumber());
        int partitions = append(producer, name);
        for (RunningJob job : jobs) {
          awaitRows(lab.client(job.database()), job.database(), name, partitions);
        }
      }
    }
  }

  private static int append(KafkaProducer<byte[], byte[]> producer, String name) {
    byte[] body = Dispatches.mergedBody(Instant.now(), name, "last");
    int partitions = producer.partitionsFor(Topics.WEBHOOK_EVENTS).size();
    for (int partition = 0; partition < partitions; partition++) {
      confirm(producer, partition, record(name + "-" + partition, body));
    }
    return partitions;
  }

  private static WireRecord record(String id, byte[] body) {
    return RecordCodec.encode(
        new WebhookRecord(
            new EventIdentity(ORG, Source.GITHUB, id),
            "",
            id,
            "pull_request",
            ContentType.JSON,
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            ContentHash.of(body),
            body));
  }

  private static void confirm(
      KafkaProducer<byte[], byte[]> producer, int partition, WireRecord wire) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(Topics.WEBHOOK_EVENTS, partition, wire.key(), wire.value());
    wire.headers().forEach((header, value) -> record.headers().add(header, value));
    try {
      producer.send(record).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka did not take the events that are waited for", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending to Kafka", e);
    }
  }

  private static void awaitRows(
      ClickHouseHttp client, String database, String name, int partitions) {
    String sql =
        """
        SELECT (SELECT count() FROM v_events WHERE org = '%1$s' AND startsWith(event_id, '%2$s-')),
        (SELECT sum(events) FROM v_employee_windows WHERE org = '%1$s' AND person_id = '%2$s')
        """
            .formatted(ORG, name);
    List<String> wanted = List.of(partitions + "\t" + partitions);
    BoundedWait.until(
        "the job of " + database + " to have written the last events",
        LIMIT,
        () -> client.text(sql, "TSV").lines().toList().equals(wanted));
  }
}
