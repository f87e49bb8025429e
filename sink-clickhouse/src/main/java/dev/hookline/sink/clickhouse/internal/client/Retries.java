package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The attempts of some requests in a row: says when to try again and when to give up. What counts
 * against the budget is the time from the first attempt that failed to the next success, over all
 * requests: work that gets on is no outage, however long it takes.
 */
public final class Retries {
  private final RetryBudget budget;
  private final BackOff backOff;
  private final Pause pause;
  private long begun;
  private Duration lost = Duration.ZERO;
  private int failed;

  /** The first request begins now. */
  public Retries(RetryBudget budget, Pause pause, DoubleSupplier random) {
    this.budget = budget;
    this.backOff = new BackOff(budget, random);
    this.pause = pause;
    this.begun = pause.nanoTime();
  }

  /** The next request begins; the back-off starts anew, what was lost before stays lost. */
  public void nextRequest() {
    if (failed > 0) {
      lost = elapsed();
      failed = 0;
    }
    begun = pause.nanoTime();
  }

  /**
   * After a failure worth another attempt: waits, unless the wait would end beyond the budget.
   *
   * @return false if the budget is spent
   */
  public boolean waitForNext() throws InterruptedException {
    failed++;
    Duration wait = backOff.after(failed);
    if (elapsed().plus(wait).compareTo(budget.total()) > 0) {
      return false;
    }
    pause.await(wait);
    return true;
  }

  /** Attempts of the present request that failed so far. */
  public int failed() {
    return failed;
  }

  /** Lost to failures before, and since the present request began. */
  public Duration elapsed() {
    return lost.plusNanos(pause.nanoTime() - begun);
  }
}
