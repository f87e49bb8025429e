package dev.hookline.jobs.metrics;

import dev.hookline.jobs.normalise.Metric;
import java.util.EnumMap;
import java.util.Map;

/**
 * Sums of a person's hour.
 *
 * @param events how many events are in them
 * @param sums of each metric that any of them had
 */
public record HourTotals(long events, Map<Metric, Long> sums) {

  /** An hour in which nothing happened. */
  public static final HourTotals NONE = new HourTotals(0, Map.of());

  /**
   * With one event more.
   *
   * @param amounts the event's contributions
   * @return new totals
   */
  public HourTotals plus(Map<Metric, Long> amounts) {
    Map<Metric, Long> added = new EnumMap<>(Metric.class);
    added.putAll(sums);
    amounts.forEach((metric, amount) -> added.merge(metric, amount, Long::sum));
    return new HourTotals(events + 1, added);
  }

  /**
   * The sum of one metric.
   *
   * @param metric not null
   * @return 0 where no event had it
   */
  public long sum(Metric metric) {
    return sums.getOrDefault(metric, 0L);
  }
}
