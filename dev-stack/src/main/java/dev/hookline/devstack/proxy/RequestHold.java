package dev.hookline.devstack.proxy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
  private final AtomicLong left;
  private final AtomicLong held = new AtomicLong();
  private final CountDownLatch released = new CountDownLatch(1);

  /** Since when each of those waits that are here now. */
  private final Map<Long, Long> standing = new ConcurrentHashMap<>();

  private volatile boolean answered;

  /**
   * @param bound how long a request waits at most
   * @param most requests that are held; those after them pass
   */
  RequestHold(String marker, Duration bound, long most) {
    this.marker = Objects.requireNonNull(marker, "marker");
    this.bound = bound;
    this.left = new AtomicLong(most);
  }

  /** How many requests were held so far, those that have gone on among them. */
  public long held() {
    return held.get();
  }

  /**
   * How many requests wait at this moment.
   *
   * @param most those that have come longer ago do not count: their client may have given them up,
   *     which the proxy does not see while it holds them
   */
  public long standing(Duration most) {
    long now = System.nanoTime();
    return standing.values().stream().filter(since -> now - since <= most.toNanos()).count();
  }

  /**
   * Whether the server has answered a request that was held, be there a client to read it or not.
   */
  public boolean answered() {
    return answered;
  }

  /** Lets go on what is held, and holds nothing any more. */
  public void release() {
    released.countDown();
  }

  @Override
  public void close() {
    release();
  }

  /** Whether this request is held; if so, it counts as one. */
  boolean claim(String requestHead) {
    return !isReleased() && requestHead.contains(marker) && left.getAndDecrement() > 0;
  }

  void wasAnswered() {
    answered = true;
  }

  /** Whether it holds nothing any more, by {@link #release} or because its bound has passed. */
  public boolean isReleased() {
    return released.getCount() == 0;
  }

  /** Holds the calling thread. */
  void await() throws InterruptedException {
    long number = held.incrementAndGet();
    standing.put(number, System.nanoTime());
    try {
      if (!released.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        release(); // what waits behind it has waited as long
      }
    } finally {
      standing.remove(number);
    }
  }
}
