package dev.hookline.sink.clickhouse.internal.settings;

import dev.hookline.sink.clickhouse.DeliveryMode;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * Everything that a sink was told, checked.
 *
 * @param connection where the server is
 * @param target the table
 * @param deliveryMode what is promised
 * @param blocks when blocks are sealed
 * @param retries how long a block is tried
 * @param flushInterval the longest that a row waits in an open block between checkpoints
 * @param maxUncommittedBytes compressed bytes that a subtask may seal from one checkpoint to the
 *     next
 * @param parallelInserts connections over which the blocks of a checkpoint are sent
 * @param refusedBlocksFolder where refused blocks are kept; empty if they are not
 * @param streamIsValidated whether rows that the table cannot hold leave the stream before the sink
 */
public record SinkSettings(
    Connection connection,
    Target target,
    DeliveryMode deliveryMode,
    BlockLimits blocks,
    RetryBudget retries,
    Duration flushInterval,
    long maxUncommittedBytes,
    int parallelInserts,
    String refusedBlocksFolder,
    boolean streamIsValidated)
    implements Serializable {

  /** 24 MB. */
  public static final long DEFAULT_MAX_UNCOMMITTED_BYTES = 24_000_000;

  /** More would only wait for each other in the server, and each holds a block in memory. */
  private static final int MOST_PARALLEL_INSERTS = 8;

  /** Refuses a missing part and a number out of its range. */
  public SinkSettings {
    Objects.requireNonNull(connection, "connection");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(deliveryMode, "deliveryMode is missing: say what must be promised");
    Objects.requireNonNull(blocks, "blocks");
    Objects.requireNonNull(retries, "retries");
    Objects.requireNonNull(flushInterval, "flushInterval");
    Objects.requireNonNull(refusedBlocksFolder, "refusedBlocksFolder");
    if (deliveryMode == DeliveryMode.EXACTLY_ONCE && maxUncommittedBytes < blocks.maxBytes()) {
      throw new IllegalArgumentException(
          "maxUncommittedBytes is %d and must be at least maxBlockBytes, which is %d"
              .formatted(maxUncommittedBytes, blocks.maxBytes()));
    }
    if (parallelInserts < 1 || parallelInserts > MOST_PARALLEL_INSERTS) {
      throw new IllegalArgumentException(
          "parallelInserts is %d and must be between 1 and %d"
              .formatted(parallelInserts, MOST_PARALLEL_INSERTS));
    }
    if (flushInterval.toMillis() < 1) {
      throw new IllegalArgumentException(
          "flushInterval is " + flushInterval + " and must be at least 1 ms");
    }
  }
}
