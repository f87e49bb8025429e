package dev.hookline.sink.clickhouse.internal.block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;

/** A block that takes rows, compressed as they come, so that it is never held uncompressed. */
final class OpenBlock {
  /** Added to each row: the block's id in the column {@code ingest_block}. */
  static final int ROW_OVERHEAD = 16;

  private final BlockToken token;
  private final byte[] tokenBytes;
  private final FrameBuffer compressed = new FrameBuffer();
  private final LZ4FrameOutputStream out;
  private int rows;
  private int rawBytes;

  OpenBlock(BlockToken token, byte[] header) {
    this.token = token;
    UUID uuid = token.value();
    // As RowBinary holds a UUID: two halves, each with its lowest byte first.
    this.tokenBytes =
        ByteBuffer.allocate(ROW_OVERHEAD)
            .putLong(Long.reverseBytes(uuid.getMostSignificantBits()))
            .putLong(Long.reverseBytes(uuid.getLeastSignificantBits()))
            .array();
    try {
      this.out =
          new LZ4FrameOutputStream(
              compressed,
              BLOCKSIZE.SIZE_256KB,
              FLG.Bits.BLOCK_INDEPENDENCE,
              FLG.Bits.CONTENT_CHECKSUM);
      out.write(header);
    } catch (IOException e) {
      throw impossible(e);
    }
    this.rawBytes = header.length;
  }

  void add(byte[] row, int length) {
    try {
      out.write(row, 0, length);
      out.write(tokenBytes);
    } catch (IOException e) {
      throw impossible(e);
    }
    rows++;
    rawBytes += length + ROW_OVERHEAD;
  }

  int rows() {
    return rows;
  }

  int rawBytes() {
    return rawBytes;
  }

  /** What it takes in memory so far, without the last rows, which wait to be compressed. */
  int compressedBytes() {
    return compressed.size();
  }

  SealedBlock seal(long nowMillis) {
    try {
      out.close();
    } catch (IOException e) {
      throw impossible(e);
    }
    return SealedBlock.seal(token, nowMillis, rows, rawBytes, compressed.toByteArray());
  }

  private static UncheckedIOException impossible(IOException e) {
    return new UncheckedIOException("a buffer in memory does not fail", e);
  }
}
