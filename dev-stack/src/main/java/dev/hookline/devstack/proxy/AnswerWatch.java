package dev.hookline.devstack.proxy;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, in a {@link FaultyProxy}, the answers to requests of one kind whose head says one thing,
 * such as a status or a server's code of an error. It changes nothing. Thread-safe.
 */
public final class AnswerWatch implements AutoCloseable {
  private final String marker;
  private final String said;
  private final AtomicLong seen = new AtomicLong();
  private volatile boolean closed;

  AnswerWatch(String marker, String said) {
    this.marker = marker;
    this.said = said.toLowerCase(Locale.ROOT);
  }

  /** How many such answers there were so far. */
  public long seen() {
    return seen.get();
  }

  /** Looks at no further request. */
  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  boolean concerns(String requestHead) {
    return !closed && requestHead.contains(marker);
  }

  /** A request that it concerns was answered. Servers spell the names of headers as they like. */
  void answered(String answerHead) {
    if (answerHead.toLowerCase(Locale.ROOT).contains(said)) {
      seen.incrementAndGet();
    }
  }
}
