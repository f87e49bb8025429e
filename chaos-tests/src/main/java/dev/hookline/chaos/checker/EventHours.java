package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.Intent;

/** What docs/metrics.md says about hours and lateness, written down once more for the checkers. */
final class EventHours {

  private static final long HOUR_MILLIS = 3_600_000;

  /** How long after its end an hour still takes events: 4 days. */
  private static final long ALLOWANCE_MILLIS = 4 * 24 * HOUR_MILLIS;

  private EventHours() {}

  /** The first instant of the hour. */
  static long hourOf(long millis) {
    return millis - Math.floorMod(millis, HOUR_MILLIS);
  }

  /**
   * The label that an event must have: the payload's time, or that of receipt where it has none.
   */
  static long eventTime(Intent intent, long receivedAtMillis) {
    return intent.payloadTimeMillis() > 0 ? intent.payloadTimeMillis() : receivedAtMillis;
  }

  /** Whether an event comes too late for its hour. */
  static boolean isLate(Intent intent, long receivedAtMillis) {
    long end = hourOf(eventTime(intent, receivedAtMillis)) + HOUR_MILLIS;
    return receivedAtMillis >= end + ALLOWANCE_MILLIS;
  }
}
