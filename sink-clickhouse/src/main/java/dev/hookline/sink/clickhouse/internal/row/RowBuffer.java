package dev.hookline.sink.clickhouse.internal.row;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/** The bytes of the row that is being mapped; kept and used again for the next one. */
public final class RowBuffer extends OutputStream {
  /** After a larger row the buffer shrinks back, so that one giant is not paid for for ever. */
  private static final int KEPT_CAPACITY = 1 << 20;

  private byte[] bytes = new byte[4096];
  private int size;

  /** The backing array; only the first {@link #size()} bytes are of the row. */
  public byte[] array() {
    return bytes;
  }

  /** The row's length in bytes. */
  public int size() {
    return size;
  }

  void clear() {
    size = 0;
    if (bytes.length > KEPT_CAPACITY) {
      bytes = new byte[KEPT_CAPACITY];
    }
  }

  @Override
  public void write(int b) {
    ensure(1);
    bytes[size++] = (byte) b;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    ensure(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  private void ensure(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, 1 << 30)));
    }
  }
}
