package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** The attempts of one request: says when to try again and when to give up. */
public final class Retries {
  private final RetryBudget budget;
  private final BackOff backOff;
  private final Pause pause;
  private final long begun;
  private int failed;

  /** Begins to count now. */
  public Retries(RetryBudget budget, Pause pause, DoubleSupplier random) {
    this.budget = budget;
    this.backOff = new BackOff(budget, random);
    this.pause = pause;
    this.begun = pause.nanoTime();
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

  /** Attempts that failed so far. */
  public int failed() {
    return failed;
  }

  /** Since the first attempt began. */
  public Duration elapsed() {
    return Duration.ofNanos(pause.nanoTime() - begun);
  }
}
