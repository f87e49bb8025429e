package dev.hookline.devstack.process;

import dev.hookline.devstack.DevStackException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, never longer than a limit. */
public final class BoundedWait {
  private static final long STEP_NANOS = Duration.ofMillis(50).toNanos();

  private BoundedWait() {}

  /**
   * Returns as soon as {@code condition} holds; it is asked every 50 ms.
   *
   * @param what what is waited for, for the error: {@code "the broker to register"}
   * @throws DevStackException when the limit passes or the thread is interrupted
   */
  public static void until(String what, Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new DevStackException("Interrupted while waiting for " + what);
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new DevStackException("Waited " + limit.toMillis() + " ms in vain for " + what);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}
