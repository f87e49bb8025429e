package dev.hookline.gateway.idempotency;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves a failing store alone: after a number of failures in a row nothing is tried for a while,
 * then one call is let through, and its result decides. Thread-safe.
 */
final class CircuitBreaker {

  private final int threshold;
  private final long pauseNanos;
  private final LongSupplier nanoTime;

  private int failures;
  private long openUntil;
  private boolean trial;

  CircuitBreaker(int threshold, Duration pause, LongSupplier nanoTime) {
    this.threshold = threshold;
    this.pauseNanos = pause.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Whether a call may be made now; its result must then be reported. */
  synchronized boolean allows() {
    if (failures < threshold) {
      return true;
    }
    if (trial || nanoTime.getAsLong() - openUntil < 0) {
      return false;
    }
    trial = true;
    return true;
  }

  /** Reports that a call was answered. Returns whether that closed the breaker. */
  synchronized boolean succeeded() {
    boolean closed = failures >= threshold;
    failures = 0;
    trial = false;
    return closed;
  }

  /** Reports that a call was not. Returns whether that opened the breaker. */
  synchronized boolean failed() {
    boolean wasOpen = failures >= threshold;
    failures = Math.min(failures + 1, threshold);
    if (failures >= threshold) {
      trial = false;
      openUntil = nanoTime.getAsLong() + pauseNanos;
    }
    return !wasOpen && failures >= threshold;
  }
}
