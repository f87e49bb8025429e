package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.client.Pause;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Bounds what is sealed and not committed, by a rate: the writer may not wait for a commit, since
 * the commit waits for a barrier that only comes past the writer.
 *
 * <p>The first half of the bound is free. Beyond it each byte costs its share of a checkpoint
 * interval, so that the second half lasts for the interval; each further half of the bound lasts
 * four times as long as the one before. So at full speed a checkpoint holds about the bound;
 * checkpoints that are aborted one after the other, or a commit that waits for the server, add less
 * and less.
 *
 * <p>A wait is as long as the row's share, an interval at most, and ends at once when the task is
 * cancelled.
 */
final class Throttle {
  /** Before two checkpoints have shown the interval. */
  static final Duration ASSUMED_INTERVAL = Duration.ofSeconds(5);

  /** A checkpoint may be triggered by hand at any moment. */
  static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

  static final Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

  private static final long SHORTEST_WAIT_NANOS = Duration.ofMillis(5).toNanos();
  private static final int MOST_DOUBLINGS = 10;
  private static final int DOUBLINGS_A_HALF = 2;

  /** The part of an interval that a slow stream may save up. */
  private static final long MOST_SAVED = 20;

  private final long half;
  private final Pause pause;
  private final LongConsumer waitedMillis;
  private long intervalNanos = ASSUMED_INTERVAL.toNanos();
  private long lastCheckpoint;
  private boolean sawCheckpoint;
  private long lastCall;
  private long owedNanos;

  /**
   * @param bound bytes, compressed
   * @param waitedMillis told of each wait
   */
  Throttle(long bound, Pause pause, LongConsumer waitedMillis) {
    this.half = Math.max(1, bound / 2);
    this.pause = pause;
    this.waitedMillis = waitedMillis;
    this.lastCall = pause.nanoTime();
  }

  /** A barrier passes; from one to the next is the interval, averaged over the last few. */
  void checkpoint() {
    long now = pause.nanoTime();
    if (sawCheckpoint) {
      long average = (intervalNanos + (now - lastCheckpoint)) / 2;
      intervalNanos =
          Math.max(SHORTEST_INTERVAL.toNanos(), Math.min(LONGEST_INTERVAL.toNanos(), average));
    }
    sawCheckpoint = true;
    lastCheckpoint = now;
  }

  /**
   * Waits if too much has been written for the time that went by.
   *
   * @param more bytes that the last row added
   * @param uncommitted bytes of all that is not committed, those included
   */
  void pace(long more, long uncommitted) throws InterruptedException {
    long now = pause.nanoTime();
    // Time that went by since the last row is no time to wait for; little of it is saved up.
    owedNanos = Math.max(-intervalNanos / MOST_SAVED, owedNanos - (now - lastCall));
    lastCall = now;
    if (uncommitted <= half) {
      owedNanos = 0;
      return;
    }
    long doublings = DOUBLINGS_A_HALF * ((uncommitted - half) / half);
    owedNanos += (more * intervalNanos / half) << Math.min(MOST_DOUBLINGS, doublings);
    if (owedNanos >= SHORTEST_WAIT_NANOS) {
      long wait = Math.min(owedNanos, intervalNanos);
      pause.await(Duration.ofNanos(wait));
      long after = pause.nanoTime();
      waitedMillis.accept(Duration.ofNanos(after - now).toMillis());
      owedNanos = 0;
      lastCall = after;
    }
  }
}
