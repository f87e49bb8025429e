package dev.hookline.jobs.metrics;

/**
 * A row of {@code employee_metrics_hourly}.
 *
 * @param org of the organisation
 * @param source the events' source
 * @param personId whose hour
 * @param hour its start, in milliseconds since 1970 UTC
 * @param totals its sums
 */
public record PersonHour(String org, String source, String personId, long hour, HourTotals totals) {

  /** The epoch of the running job; a rebuild of closed hours would write under a higher one. */
  private static final long EPOCH = 0;

  private static final int EVENT_BITS = 48;

  /**
   * Decides between two rows of the same hour: the one with more events is the later one. A
   * function of the data, so a replay writes the same.
   *
   * @return the epoch in the upper 16 bits, the number of events in the lower 48
   */
  public long version() {
    return EPOCH << EVENT_BITS | totals.events();
  }
}
