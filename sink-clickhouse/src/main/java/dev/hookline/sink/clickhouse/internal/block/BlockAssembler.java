package dev.hookline.sink.clickhouse.internal.block;

import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gathers rows into blocks, each of one partition of the target: only an insert into one partition
 * is written whole or not at all, and only its retry is exact in every view.
 *
 * <p>Each row is in exactly one block. Not thread-safe: it lives in the task's thread.
 */
public final class BlockAssembler {
  private final byte[] header;
  private final BlockLimits limits;
  private final Supplier<BlockToken> tokens;
  private final Clock clock;
  private final Map<Object, OpenBlock> open = new LinkedHashMap<>();
  private long openBytes;
  private long openCompressedBytes;

  /**
   * @param header the head of every block
   * @param tokens gives each block its token
   * @param clock for the time of sealing
   */
  public BlockAssembler(
      byte[] header, BlockLimits limits, Supplier<BlockToken> tokens, Clock clock) {
    this.header = header;
    this.limits = limits;
    this.tokens = tokens;
    this.clock = clock;
  }

  /** The longest row that fits a block. */
  public int maxRowBytes() {
    return limits.maxBytes() - header.length - OpenBlock.ROW_OVERHEAD;
  }

  /** Whether no row waits in an open block. */
  public boolean isEmpty() {
    return open.isEmpty();
  }

  /** What the open blocks take in memory, nearly: rows wait to be compressed by the 256 KB. */
  public long openCompressedBytes() {
    return openCompressedBytes;
  }

  /**
   * Adds a row to the block of its partition.
   *
   * @param partition tells partitions apart by equals
   * @param row its first {@code length} bytes are the row
   * @param length at most {@link #maxRowBytes()}
   * @return the blocks that were sealed to make room or because they are full, mostly none
   */
  public List<SealedBlock> add(Object partition, byte[] row, int length) {
    if (length > maxRowBytes()) {
      throw new IllegalArgumentException(
          "a row of " + length + " bytes does not fit a block: at most " + maxRowBytes());
    }
    int bytes = length + OpenBlock.ROW_OVERHEAD;
    List<SealedBlock> sealed = new ArrayList<>(0);
    OpenBlock block = open.get(partition);
    if (block != null && block.rawBytes() + bytes > limits.maxBytes()) {
      sealed.add(seal(partition));
      block = null;
    }
    if (block == null) {
      makeRoom(sealed, header.length + bytes);
      block = new OpenBlock(tokens.get(), header);
      open.put(partition, block);
      openBytes += header.length;
      openCompressedBytes += block.compressedBytes();
    }
    openCompressedBytes -= block.compressedBytes();
    block.add(row, length);
    openCompressedBytes += block.compressedBytes();
    openBytes += bytes;
    if (block.rows() >= limits.maxRows()) {
      sealed.add(seal(partition));
    }
    while (openBytes > limits.maxOpenBytes()) {
      sealed.add(seal(largest()));
    }
    return sealed;
  }

  /** Seals every open block, in the order in which they were opened. */
  public List<SealedBlock> sealAll() {
    List<SealedBlock> sealed = new ArrayList<>(open.size());
    for (Object partition : List.copyOf(open.keySet())) {
      sealed.add(seal(partition));
    }
    return sealed;
  }

  private void makeRoom(List<SealedBlock> sealed, int bytes) {
    while (!open.isEmpty()
        && (open.size() >= limits.maxOpenPartitions()
            || openBytes + bytes > limits.maxOpenBytes())) {
      sealed.add(seal(largest()));
    }
  }

  /** The largest is the most worth sending; among equals, the one opened first. */
  private Object largest() {
    return open.entrySet().stream()
        .max(Comparator.comparingInt(entry -> entry.getValue().rawBytes()))
        .orElseThrow()
        .getKey();
  }

  private SealedBlock seal(Object partition) {
    OpenBlock block = open.remove(partition);
    openBytes -= block.rawBytes();
    openCompressedBytes -= block.compressedBytes();
    return block.seal(clock.millis());
  }
}
