package dev.hookline.jobs.metrics;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Whether an event came too late for its hour's window. Decided by the record alone, never by a
 * watermark, so a replay decides the same: an event is late when it was received at or after the
 * end of its hour plus the allowance.
 *
 * @param allowance how long after its end an hour still takes events, above zero
 */
public record Lateness(Duration allowance) implements Serializable {

  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /** Checks the allowance. */
  public Lateness {
    Objects.requireNonNull(allowance, "allowance");
    if (allowance.isNegative() || allowance.isZero()) {
      throw new IllegalArgumentException("the allowance must be above zero; got " + allowance);
    }
  }

  /**
   * Decides about one event.
   *
   * @param eventTime when it happened
   * @param receivedAt when the gateway received it
   * @return true when its hour was closed by then
   */
  public boolean isLate(Instant eventTime, Instant receivedAt) {
    long end = hourOf(eventTime.toEpochMilli()) + HOUR_MILLIS;
    return receivedAt.toEpochMilli() >= end + allowance.toMillis();
  }

  /**
   * The hour that a time is in, also before 1970.
   *
   * @param epochMillis milliseconds since 1970 UTC
   * @return the hour's start, in milliseconds since 1970 UTC
   */
  public static long hourOf(long epochMillis) {
    return Math.floorDiv(epochMillis, HOUR_MILLIS) * HOUR_MILLIS;
  }

  /**
   * The end of an hour.
   *
   * @param hour the hour's start, in milliseconds since 1970 UTC
   * @return the first millisecond after it
   */
  public static long endOf(long hour) {
    return hour + HOUR_MILLIS;
  }
}
