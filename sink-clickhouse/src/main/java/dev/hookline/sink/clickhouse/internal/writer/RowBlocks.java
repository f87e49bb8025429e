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
  private final boolean validated;

  /**
   * @param validated whether rows that the table cannot hold should never come here
   */
  RowBlocks(
      RowEncoder<T> encoder,
      PartitionKey<T> partitions,
      BlockAssembler assembler,
      boolean validated) {
    this.encoder = encoder;
    this.partitions = partitions;
    this.assembler = assembler;
    this.validated = validated;
  }

  /**
   * Adds a row.
   *
   * @return the blocks that were sealed for it, mostly none
   * @throws InvalidRowException if the table cannot hold it
   * @throws IllegalStateException if it cannot, and the stream was to be validated
   */
  List<SealedBlock> add(T value) {
    RowBuffer row;
    try {
      row = encoder.encode(value);
      if (row.size() > assembler.maxRowBytes()) {
        throw new InvalidRowException(row.size(), assembler.maxRowBytes(), value);
      }
    } catch (InvalidRowException e) {
      if (validated) {
        throw new IllegalStateException(
            "onInvalidRow names a side output, and this row came to the sink: let the stream pass"
                + " process(sink.validation()) first; "
                + e.getMessage(),
            e);
      }
      throw e;
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
