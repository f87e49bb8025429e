package dev.hookline.devstack.proxy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Gathers the head of an HTTP/1.1 request or answer, up to the empty line at its end. */
final class HttpHead {
  /** A longer head is looked at no further. */
  private static final int MOST_BYTES = 64 << 10;

  /** An empty line, as the four last bytes. */
  private static final int END = ('\r' << 24) | ('\n' << 16) | ('\r' << 8) | '\n';

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int lastFour;
  private boolean complete;

  /** Forgets what was gathered: another head begins. */
  void begin() {
    bytes.reset();
    lastFour = 0;
    complete = false;
  }

  /**
   * Takes what belongs to the head.
   *
   * @return how many of the bytes that were
   */
  int add(byte[] piece, int length) {
    int at = 0;
    while (at < length && !complete) {
      byte next = piece[at++];
      if (bytes.size() < MOST_BYTES) {
        bytes.write(next);
      }
      lastFour = (lastFour << 8) | (next & 0xff);
      complete = lastFour == END;
    }
    return at;
  }

  boolean isComplete() {
    return complete;
  }

  int size() {
    return bytes.size();
  }

  /** What was gathered so far. */
  String text() {
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }
}
