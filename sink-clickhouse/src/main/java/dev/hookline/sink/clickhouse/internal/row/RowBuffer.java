package dev.hookline.sink.clickhouse.internal.row;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/** The bytes of the row that is being mapped; kept and used again for the next one. */
public final class RowBuffer extends OutputStream {
  /** After a larger row the buffer shrinks back, so that one giant is not paid for for ever. */
  private static final int KEPT_CAPACITY = 1 << 20;

  /** Up to here the length of a text takes one byte. */
  private static final int SHORT_TEXT = 127;

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

  /** Writes the lowest {@code width} bytes of a number, the lowest first. */
  void writeLittleEndian(long value, int width) {
    ensure(width);
    for (int i = 0; i < width; i++) {
      bytes[size + i] = (byte) (value >>> (8 * i));
    }
    size += width;
  }

  /**
   * Writes length and characters of a short ASCII text, as most columns hold it, without an array
   * in between.
   *
   * @return false where the text is long or not ASCII; then nothing was written
   */
  boolean writeShortAscii(String text) {
    int length = text.length();
    if (length > SHORT_TEXT) {
      return false;
    }
    ensure(1 + length);
    int at = size + 1;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 0x7F) {
        return false;
      }
      bytes[at + i] = (byte) c;
    }
    bytes[size] = (byte) length;
    size = at + length;
    return true;
  }

  private void ensure(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, 1 << 30)));
    }
  }
}
