package dev.hookline.sink.clickhouse.internal.block;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Bytes that only grow, in pieces: a block of some megabytes is copied once, when it is sealed, and
 * not each time that an array is full.
 */
final class FrameBuffer extends OutputStream {
  private static final int FIRST_PIECE = 8 << 10;
  private static final int LARGEST_PIECE = 512 << 10;

  private final List<byte[]> full = new ArrayList<>();
  private byte[] piece = new byte[FIRST_PIECE];
  private int used;
  private int size;

  int size() {
    return size;
  }

  @Override
  public void write(int b) {
    if (used == piece.length) {
      nextPiece();
    }
    piece[used++] = (byte) b;
    size = Math.addExact(size, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    int from = offset;
    int left = length;
    while (left > 0) {
      if (used == piece.length) {
        nextPiece();
      }
      int now = Math.min(left, piece.length - used);
      System.arraycopy(source, from, piece, used, now);
      used += now;
      from += now;
      left -= now;
    }
    size = Math.addExact(size, length);
  }

  private void nextPiece() {
    full.add(piece);
    piece = new byte[Math.min(LARGEST_PIECE, 2 * piece.length)];
    used = 0;
  }

  byte[] toByteArray() {
    byte[] all = new byte[size];
    int at = 0;
    for (byte[] before : full) {
      System.arraycopy(before, 0, all, at, before.length);
      at += before.length;
    }
    System.arraycopy(piece, 0, all, at, used);
    return all;
  }
}
