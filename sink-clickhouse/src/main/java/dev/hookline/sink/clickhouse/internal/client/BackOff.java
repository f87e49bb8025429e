package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next attempt: doubled each time, capped, and spread over the upper
 * half, so that tasks that failed together do not come back together.
 */
final class BackOff {
  private static final int MAX_DOUBLINGS = 30;

  private final RetryBudget budget;
  private final DoubleSupplier random;

  /**
   * @param random values from 0 (inclusive) to 1 (exclusive)
   */
  BackOff(RetryBudget budget, DoubleSupplier random) {
    this.budget = budget;
    this.random = random;
  }

  /**
   * @param attempt the number of attempts that failed, from 1 on
   */
  Duration after(int attempt) {
    long doubled = budget.firstBackOff().toMillis() << Math.min(attempt - 1, MAX_DOUBLINGS);
    long full = Math.min(doubled, budget.maxBackOff().toMillis());
    return Duration.ofMillis(full - (long) (random.getAsDouble() * full / 2));
  }
}
