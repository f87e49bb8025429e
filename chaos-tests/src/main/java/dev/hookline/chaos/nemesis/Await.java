package dev.hookline.chaos.nemesis;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Bounded waits for the moment that a fault needs. */
final class Await {

  /** Recoveries of a slow machine lie within it. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(50);

  private Await() {}

  /** A look that may fail while a part is away. */
  interface Look<T> {
    Optional<T> look() throws IOException;
  }

  /** A condition that may fail while a part is away. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits until something is seen.
   *
   * @param what for the error
   * @throws DidNotBite when it is not seen within {@link #LIMIT}
   */
  static <T> T seen(String what, Look<T> look) throws DidNotBite, InterruptedException {
    return seen(what, LIMIT, look);
  }

  /** As {@link #seen(String, Look)}, within another limit. */
  static <T> T seen(String what, Duration limit, Look<T> look)
      throws DidNotBite, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    String last = "";
    while (System.nanoTime() < deadline) {
      try {
        Optional<T> seen = look.look();
        if (seen.isPresent()) {
          return seen.get();
        }
      } catch (IOException | RuntimeException e) {
        last = ": " + e.getMessage(); // a part that is starting; the deadline decides
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("while waiting for " + what);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    throw new DidNotBite("waited " + limit.toSeconds() + " s in vain for " + what + last);
  }

  /** As {@link #seen(String, Look)}, for a condition. */
  static void until(String what, Condition condition) throws DidNotBite, InterruptedException {
    seen(what, () -> condition.holds() ? Optional.of(true) : Optional.empty());
  }
}
