package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.Topics;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the job has read the main topic: for each partition the offset of the first record that
 * it has not read. Taken from the source's own metric; for a partition from which nothing was read
 * since the job's last start, from the offset that the source committed with its last checkpoint;
 * else the topic's beginning.
 */
public final class SourcePosition {

  /** The consumer group under which the job commits its offsets. */
  public static final String GROUP = "hookline-job";

  private static final long LIMIT_SECONDS = 10;

  private final Map<TopicPartition, Long> next;
  private final Map<TopicPartition, Long> end;

  private SourcePosition(Map<TopicPartition, Long> next, Map<TopicPartition, Long> end) {
    this.next = Map.copyOf(next);
    this.end = Map.copyOf(end);
  }

  /**
   * Asks Kafka and Flink.
   *
   * @param kafka a client of the broker
   * @param flink a client of the cluster
   * @return the position; of one moment only as far as two systems can be asked at one
   * @throws IOException when one of them does not answer
   */
  public static SourcePosition read(Admin kafka, FlinkRest flink) throws IOException {
    // The source first: an end that was read before could lie behind what the source has read.
    Map<Integer, Long> lastRead = Map.of();
    Optional<FlinkRest.Job> job = flink.job();
    if (job.isPresent()) {
      lastRead = flink.lastReadOffsets(job.get().id(), Topics.WEBHOOK_EVENTS);
    }
    Map<TopicPartition, Long> committed = committed(kafka);
    Set<TopicPartition> partitions = partitions(kafka);
    Map<TopicPartition, Long> begin = offsets(kafka, partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> end = offsets(kafka, partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> next = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Long read = lastRead.get(partition.partition());
      long position =
          read != null ? read + 1 : committed.getOrDefault(partition, begin.get(partition));
      next.put(partition, Math.max(position, begin.get(partition)));
    }
    return new SourcePosition(next, end);
  }

  /**
   * The first record that was not read.
   *
   * @return partition to offset, for every partition of the topic
   */
  public Map<TopicPartition, Long> next() {
    return next;
  }

  /**
   * The end of the log.
   *
   * @return partition to the offset that the next record will get
   */
  public Map<TopicPartition, Long> end() {
    return end;
  }

  /**
   * How many records were not read.
   *
   * @return 0 or more
   */
  public long unread() {
    long sum = 0;
    for (Map.Entry<TopicPartition, Long> entry : end.entrySet()) {
      sum += Math.max(0, entry.getValue() - next.get(entry.getKey()));
    }
    return sum;
  }

  private static Map<TopicPartition, Long> committed(Admin kafka) throws IOException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> group =
        await(kafka.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata());
    group.forEach(
        (partition, offset) -> {
          if (offset != null && partition.topic().equals(Topics.WEBHOOK_EVENTS)) {
            offsets.put(partition, offset.offset());
          }
        });
    return offsets;
  }

  private static Set<TopicPartition> partitions(Admin kafka) throws IOException {
    return await(
            kafka
                .describeTopics(Set.of(Topics.WEBHOOK_EVENTS))
                .topicNameValues()
                .get(Topics.WEBHOOK_EVENTS))
        .partitions()
        .stream()
        .map(info -> new TopicPartition(Topics.WEBHOOK_EVENTS, info.partition()))
        .collect(Collectors.toSet());
  }

  private static Map<TopicPartition, Long> offsets(
      Admin kafka, Set<TopicPartition> partitions, OffsetSpec which) throws IOException {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    await(kafka.listOffsets(wanted).all())
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  private static <T> T await(org.apache.kafka.common.KafkaFuture<T> future) throws IOException {
    try {
      return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException("Kafka: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("Kafka has not answered within " + LIMIT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted while asking Kafka", e);
    }
  }
}
