package dev.hookline.sink.clickhouse.internal.settings;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * How long one block is tried before the job fails.
 *
 * @param total from the first attempt; no further attempt begins after it
 * @param firstBackOff the wait before the second attempt; doubled before each further one
 * @param maxBackOff the longest wait between two attempts
 */
public record RetryBudget(Duration total, Duration firstBackOff, Duration maxBackOff)
    implements Serializable {

  /** 60 s in all; waits from 100 ms to 3 s. */
  public static final RetryBudget DEFAULT =
      new RetryBudget(Duration.ofSeconds(60), Duration.ofMillis(100), Duration.ofSeconds(3));

  /** Refuses negative times and a first wait above the longest. */
  public RetryBudget {
    Objects.requireNonNull(total, "retryBudget");
    Objects.requireNonNull(firstBackOff, "firstBackOff");
    Objects.requireNonNull(maxBackOff, "maxBackOff");
    if (total.isNegative()) {
      throw new IllegalArgumentException("retryBudget is " + total + " and must not be negative");
    }
    if (firstBackOff.toMillis() < 1 || firstBackOff.compareTo(maxBackOff) > 0) {
      throw new IllegalArgumentException(
          "firstBackOff is " + firstBackOff + " and must be between 1 ms and " + maxBackOff);
    }
  }
}
