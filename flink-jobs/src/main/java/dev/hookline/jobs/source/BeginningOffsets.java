package dev.hookline.jobs.source;

import java.util.Collection;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Starts each partition at the number of its first record.
 *
 * <p>The connector's own {@code earliest()} keeps a marker instead of a number, and lets the
 * consumer reset: an offset that retention has taken away is then replaced by the log's start, and
 * a gap is jumped without a word. Here such an offset is an error.
 */
@SuppressWarnings(
    "deprecation") // the connector's interface asks for a type that the client has deprecated
final class BeginningOffsets implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    return retriever.beginningOffsets(partitions);
  }

  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
