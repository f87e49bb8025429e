package dev.hookline.gateway.http;

import java.time.Duration;

/** The one deadline of a request, counted from its headers on. */
final class Deadline {

  private final long endNanos;

  private Deadline(long endNanos) {
    this.endNanos = endNanos;
  }

  static Deadline in(Duration patience) {
    return new Deadline(System.nanoTime() + patience.toNanos());
  }

  /** What is left; never negative. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }
}
