package dev.hookline.gateway.idempotency;

import java.time.Duration;

/**
 * How long the two states of a claim last.
 *
 * @param pending longer than a request, short enough that a gateway that died does not matter
 * @param done longer than any provider redelivers: GitHub's API does for 3 days
 */
public record ClaimLifetimes(Duration pending, Duration done) {

  /** 30 s, and the job's horizon of 7 days. */
  public static final ClaimLifetimes DEFAULT =
      new ClaimLifetimes(Duration.ofSeconds(30), Duration.ofDays(7));

  /** Checks that both are positive. */
  public ClaimLifetimes {
    if (pending.isNegative() || pending.isZero() || done.isNegative() || done.isZero()) {
      throw new IllegalArgumentException("lifetimes must be above 0");
    }
  }
}
