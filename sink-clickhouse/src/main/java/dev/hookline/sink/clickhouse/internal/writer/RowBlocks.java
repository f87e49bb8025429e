package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.PartitionKey;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import java.util.List;

/**
 * From a value of the stream to the block that holds its row.
 *
 * @param <T> the stream's type
 */
final class RowBlocks<T> {
  private final RowEncoder<T> encoder;
  private final PartitionKey<T> partitions;
  private final BlockAssembler assembler;

  RowBlocks(RowEncoder<T> encoder, PartitionKey<T> partitions, BlockAssembler assembler) {
    this.encoder = encoder;
    this.partitions = partitions;
    this.assembler = assembler;
  }

  /**
   * Adds a row.
   *
   * @return the blocks that were sealed for it, mostly none
   * @throws InvalidRowException if the table cannot hold it
   */
  List<SealedBlock> add(T value) {
    RowBuffer row = encoder.encode(value);
    if (row.size() > assembler.maxRowBytes()) {
      throw new InvalidRowException(row.size(), assembler.maxRowBytes(), value);
    }
    return assembler.add(partitions.of(value), row.array(), row.size());
  }

  /** Seals what is open. */
  List<SealedBlock> sealAll() {
    return assembler.sealAll();
  }

  /** Whether no row waits in an open block. */
  boolean isEmpty() {
    return assembler.isEmpty();
  }

  /** What the open blocks take in memory, compressed. */
  long openBytes() {
    return assembler.openCompressedBytes();
  }
}
