package dev.hookline.sink.clickhouse.internal.settings;

import java.io.Serializable;

/**
 * When a block is sealed, and how much may be open at once.
 *
 * @param maxRows rows of a block
 * @param maxBytes bytes of a block before compression, its head included
 * @param maxOpenPartitions blocks open at once, one for each partition that has rows
 * @param maxOpenBytes bytes before compression over all open blocks
 */
public record BlockLimits(int maxRows, int maxBytes, int maxOpenPartitions, long maxOpenBytes)
    implements Serializable {

  /** 50,000 rows, 8 MB, 16 partitions, 32 MB. */
  public static final BlockLimits DEFAULT = new BlockLimits(50_000, 8_000_000, 16, 32_000_000);

  /** The server cuts an insert at this many rows, and then its retry is no longer exact. */
  private static final int SERVER_ROWS = 1_048_449;

  /** Above this many bytes the server cuts an insert as well. */
  private static final int SERVER_BYTES = 268_402_944;

  /** Refuses what the server would cut into several blocks. */
  public BlockLimits {
    between("maxBlockRows", maxRows, 1, SERVER_ROWS);
    between("maxBlockBytes", maxBytes, 1024, SERVER_BYTES);
    between("maxOpenPartitions", maxOpenPartitions, 1, 1000);
    between("maxOpenBytes", maxOpenBytes, maxBytes, Long.MAX_VALUE);
  }

  private static void between(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + " and must be between " + min + " and " + max);
    }
  }
}
