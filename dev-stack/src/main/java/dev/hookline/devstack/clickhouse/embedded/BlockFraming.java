package dev.hookline.devstack.clickhouse.embedded;

import com.clickhouse.data.ClickHouseCityHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The head of a block of ClickHouse's own compression ({@code compress=1}, {@code decompress=1}):
 * 16 bytes of checksum over all that follows, one byte of method, the size of the block from the
 * method on, the size of its plain bytes; little endian.
 */
final class BlockFraming {
  static final int CHECKSUM_BYTES = 16;
  static final int HEAD_BYTES = 9;
  static final byte METHOD_LZ4 = (byte) 0x82;
  static final byte METHOD_NONE = 0x02;

  /** Larger blocks are refused, before memory is taken for them. */
  static final int MAX_PLAIN_BYTES = 16 << 20;

  private BlockFraming() {}

  /** Writes the head in front of {@code compressed} bytes that lie behind it in {@code block}. */
  static void writeHead(byte[] block, int compressed, int plain) {
    ByteBuffer buffer = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(CHECKSUM_BYTES, METHOD_LZ4);
    buffer.putInt(CHECKSUM_BYTES + 1, HEAD_BYTES + compressed);
    buffer.putInt(CHECKSUM_BYTES + 5, plain);
    long[] hash = hash(block, HEAD_BYTES + compressed);
    buffer.putLong(0, hash[0]);
    buffer.putLong(Long.BYTES, hash[1]);
  }

  /** Fails unless the checksum in front of {@code length} bytes is theirs. */
  static void check(byte[] block, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    long[] hash = hash(block, length);
    if (buffer.getLong(0) != hash[0] || buffer.getLong(Long.BYTES) != hash[1]) {
      throw new MalformedBodyException("Checksum doesn't match: corrupted data in a block");
    }
  }

  /** CityHash128 of version 1.0.2, whose results no other version gives. */
  @SuppressWarnings("deprecation") // the class is kept; its package is only moved to in the driver
  private static long[] hash(byte[] block, int length) {
    return ClickHouseCityHash.cityHash128(block, CHECKSUM_BYTES, length);
  }
}
