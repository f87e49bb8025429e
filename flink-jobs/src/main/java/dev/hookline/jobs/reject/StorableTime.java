package dev.hookline.jobs.reject;

import java.time.Instant;

/** The times that every table can hold: after 1970 and before 2100. */
public final class StorableTime {

  private static final Instant END = Instant.parse("2100-01-01T00:00:00Z");

  private StorableTime() {}

  /**
   * Whether a time can be stored.
   *
   * @param time not null
   * @return true when it is after 1970-01-01T00:00Z and before 2100
   */
  public static boolean holds(Instant time) {
    return time.isAfter(Instant.EPOCH) && time.isBefore(END);
  }
}
