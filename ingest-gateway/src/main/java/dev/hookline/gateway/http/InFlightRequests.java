package dev.hookline.gateway.http;

import java.time.Duration;

/** How many requests are being handled: bounded, and waited for at the end. Thread-safe. */
public final class InFlightRequests {

  private final int limit;
  private int count;

  /**
   * Starts at none.
   *
   * @param limit how many there may be at once
   */
  public InFlightRequests(int limit) {
    this.limit = limit;
  }

  synchronized boolean enter() {
    if (count >= limit) {
      return false;
    }
    count++;
    return true;
  }

  synchronized void exit() {
    count--;
    notifyAll();
  }

  /**
   * How many there are.
   *
   * @return 0 or more
   */
  public synchronized int count() {
    return count;
  }

  /**
   * Waits until there is none.
   *
   * @param patience how long
   * @return whether there is none
   */
  public synchronized boolean awaitNone(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      for (long left = patience.toMillis(); count > 0 && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return count == 0;
  }
}
