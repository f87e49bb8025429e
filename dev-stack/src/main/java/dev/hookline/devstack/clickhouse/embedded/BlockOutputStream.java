package dev.hookline.devstack.clickhouse.embedded;

import java.io.IOException;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Writes an answer in ClickHouse's own compression, in blocks of at most 256 KiB plain bytes. */
final class BlockOutputStream extends OutputStream {
  private static final int PLAIN_BYTES = 256 * 1024;
  private static final int PREFIX = BlockFraming.CHECKSUM_BYTES + BlockFraming.HEAD_BYTES;

  private final OutputStream out;
  private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
  private final byte[] plain = new byte[PLAIN_BYTES];
  private final byte[] block = new byte[PREFIX + compressor.maxCompressedLength(PLAIN_BYTES)];
  private int filled;

  BlockOutputStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      int n = Math.min(left, plain.length - filled);
      System.arraycopy(bytes, from, plain, filled, n);
      filled += n;
      from += n;
      left -= n;
      if (filled == plain.length) {
        writeBlock();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (filled > 0) {
      writeBlock();
    }
    out.close();
  }

  private void writeBlock() throws IOException {
    int compressed = compressor.compress(plain, 0, filled, block, PREFIX, block.length - PREFIX);
    BlockFraming.writeHead(block, compressed, filled);
    out.write(block, 0, PREFIX + compressed);
    filled = 0;
  }
}
