package dev.hookline.cli.audit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time, so that a test can make it pass. */
public interface Waiting {

  /** The time of this machine. */
  Waiting REAL =
      new Waiting() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
          // nobody counts it down: it only waits, and an interrupt ends it
          boolean never = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
          assert !never;
        }
      };

  /**
   * Nanoseconds from some start; only differences mean something.
   *
   * @return as {@link System#nanoTime}
   */
  long nanoTime();

  /**
   * Lets time pass.
   *
   * @param length how much
   * @throws InterruptedException when the thread is interrupted
   */
  void pause(Duration length) throws InterruptedException;
}
