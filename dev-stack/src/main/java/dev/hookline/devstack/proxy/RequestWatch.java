package dev.hookline.devstack.proxy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Follows the HTTP/1.1 requests of one connection, as far as the faults need it: a request begins
 * with the first byte after an answer, its head ends at an empty line, and the rest is its body,
 * with the chunks' sizes. Requests are not pipelined and do not wait for "100 Continue". Shared by
 * the two directions of a connection.
 */
final class RequestWatch {
  /** A longer head is looked at no further. */
  private static final int MOST_HEAD_BYTES = 64 << 10;

  /** An empty line, as the four last bytes. */
  private static final int HEAD_END = ('\r' << 24) | ('\n' << 16) | ('\r' << 8) | '\n';

  private final Function<String, OneTimeFault> faults;
  private final Function<String, RequestHold> holds;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private int lastFour;
  private boolean inBody;
  private boolean answered;
  private long bodyBytes;
  private OneTimeFault fault;
  private RequestHold hold;
  private boolean waited;

  /**
   * @param faults claims the fault for a request by its head; null if there is none
   * @param holds what holds a request with such a head; null if nothing does
   */
  RequestWatch(Function<String, OneTimeFault> faults, Function<String, RequestHold> holds) {
    this.faults = faults;
    this.holds = holds;
  }

  /** Whether the present request was held. */
  synchronized boolean isHeld() {
    return hold != null;
  }

  /** Waits while the request that was just seen is held. */
  void awaitHold() throws InterruptedException {
    RequestHold waiting;
    synchronized (this) {
      waiting = waited ? null : hold;
      waited = true;
    }
    if (waiting != null) {
      waiting.await();
    }
  }

  /**
   * Bytes came from the client.
   *
   * @return how many of them pass before the connection is cut; {@code length} if it is not
   */
  synchronized int request(byte[] bytes, int length) {
    if (answered) {
      begin();
    }
    int at = 0;
    while (at < length && !inBody) {
      head(bytes[at++]);
    }
    if (fault == null || fault.swallowsAnswer()) {
      return length;
    }
    long left = fault.bodyBytes() - bodyBytes;
    bodyBytes += length - at;
    if (bodyBytes <= fault.bodyBytes()) {
      return length;
    }
    fault.bite();
    fault = null;
    return at + (int) Math.max(0, left);
  }

  /**
   * Bytes came from the server.
   *
   * @return whether they pass; if not, the connection is cut
   */
  synchronized boolean answer() {
    answered = true;
    if (hold != null) {
      hold.wasAnswered();
    }
    if (fault == null || !fault.swallowsAnswer()) {
      return true;
    }
    fault.bite();
    fault = null;
    return false;
  }

  /** The connection is closed. */
  synchronized void end() {
    if (fault != null) {
      fault.giveBack();
      fault = null;
    }
  }

  private void begin() {
    end();
    hold = null;
    head.reset();
    lastFour = 0;
    inBody = false;
    answered = false;
    bodyBytes = 0;
  }

  private void head(byte next) {
    if (head.size() < MOST_HEAD_BYTES) {
      head.write(next);
    }
    lastFour = (lastFour << 8) | (next & 0xff);
    if (lastFour == HEAD_END) {
      inBody = true;
      String text = head.toString(StandardCharsets.ISO_8859_1);
      fault = faults.apply(text);
      hold = holds.apply(text);
      waited = false;
    }
  }
}
