package dev.hookline.devstack.clickhouse.embedded;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/** Plain bytes out of a body in ClickHouse's own compression. */
final class BlockInputStream extends InputStream {
  private static final int PREFIX = BlockFraming.CHECKSUM_BYTES + BlockFraming.HEAD_BYTES;

  private final InputStream in;
  private byte[] plain = new byte[0];
  private int position;

  BlockInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (position == plain.length) {
      if (!nextBlock()) {
        return -1;
      }
    }
    int n = Math.min(length, plain.length - position);
    System.arraycopy(plain, position, target, offset, n);
    position += n;
    return n;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean nextBlock() throws IOException {
    byte[] prefix = in.readNBytes(PREFIX);
    if (prefix.length == 0) {
      return false;
    }
    if (prefix.length < PREFIX) {
      throw new EOFException("the body ends inside a block's head");
    }
    ByteBuffer head = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN);
    byte method = head.get(BlockFraming.CHECKSUM_BYTES);
    int size = head.getInt(BlockFraming.CHECKSUM_BYTES + 1);
    int plainSize = head.getInt(BlockFraming.CHECKSUM_BYTES + 5);
    if (size < BlockFraming.HEAD_BYTES
        || size > BlockFraming.MAX_PLAIN_BYTES
        || plainSize < 0
        || plainSize > BlockFraming.MAX_PLAIN_BYTES) {
      throw new MalformedBodyException(
          "a block of "
              + size
              + " bytes, plain "
              + plainSize
              + ", is over the limit of "
              + BlockFraming.MAX_PLAIN_BYTES);
    }
    int compressed = size - BlockFraming.HEAD_BYTES;
    byte[] block = new byte[PREFIX + compressed];
    System.arraycopy(prefix, 0, block, 0, PREFIX);
    if (in.readNBytes(block, PREFIX, compressed) < compressed) {
      throw new EOFException("the body ends inside a block");
    }
    BlockFraming.check(block, size);
    plain = plainOf(method, block, compressed, plainSize);
    position = 0;
    return true;
  }

  private static byte[] plainOf(byte method, byte[] block, int compressed, int plainSize)
      throws IOException {
    byte[] plain = new byte[plainSize];
    if (method == BlockFraming.METHOD_NONE && compressed == plainSize) {
      System.arraycopy(block, PREFIX, plain, 0, plainSize);
    } else if (method == BlockFraming.METHOD_LZ4) {
      try {
        int read =
            LZ4Factory.fastestInstance()
                .safeDecompressor()
                .decompress(block, PREFIX, compressed, plain, 0, plainSize);
        if (read != plainSize) {
          throw new MalformedBodyException("a block holds less than it says");
        }
      } catch (LZ4Exception e) {
        throw new MalformedBodyException("a block is not LZ4: " + e.getMessage());
      }
    } else {
      throw new MalformedBodyException(
          String.format("compression method 0x%02x is not served; LZ4 and NONE are", method));
    }
    return plain;
  }
}
