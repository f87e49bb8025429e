package dev.hookline.devstack.proxy;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests that wait in a {@link FaultyProxy} before the last piece of their head has reached the
 * server. They go on when it is released, or after a bound. Thread-safe.
 */
public final class RequestHold implements AutoCloseable {
  private final String marker;
  private final Duration bound;
  private final AtomicLong held = new AtomicLong();
  private final CountDownLatch released = new CountDownLatch(1);

  RequestHold(String marker, Duration bound) {
    this.marker = Objects.requireNonNull(marker, "marker");
    this.bound = bound;
  }

  /** How many requests were held so far, those that have gone on among them. */
  public long held() {
    return held.get();
  }

  /** Lets go on what is held, and holds nothing any more. */
  public void release() {
    released.countDown();
  }

  @Override
  public void close() {
    release();
  }

  boolean holds(String requestHead) {
    return !isReleased() && requestHead.contains(marker);
  }

  boolean isReleased() {
    return released.getCount() == 0;
  }

  /** Holds the calling thread. */
  void await() throws InterruptedException {
    held.incrementAndGet();
    if (!released.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
      release(); // what waits behind it has waited as long
    }
  }
}
