package dev.hookline.bench.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From how many rows the table held when, to rows a second. */
final class Throughput {

  private Throughput() {}

  /**
   * One look at the table.
   *
   * @param nanos of a clock that only goes forward
   * @param rows that the table held
   */
  record Sample(long nanos, long rows) {}

  /**
   * The rates of successive windows. Rows come in bursts, so a window begins and ends at a look
   * that saw new rows, never between two bursts; it is at least as long as asked for.
   *
   * @param samples in order of time
   * @return one rate for each whole window, in rows a second
   */
  static List<Double> rates(List<Sample> samples, Duration window) {
    List<Double> rates = new ArrayList<>();
    Sample begin = null;
    for (int i = 1; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      if (sample.rows() == samples.get(i - 1).rows()) {
        continue;
      }
      if (begin == null) {
        begin = sample;
      } else if (sample.nanos() - begin.nanos() >= window.toNanos()) {
        rates.add((sample.rows() - begin.rows()) * 1e9 / (sample.nanos() - begin.nanos()));
        begin = sample;
      }
    }
    return rates;
  }

  /**
   * The middle value; the mean of the two middle ones where there is no single one.
   *
   * @throws IllegalArgumentException for an empty list
   */
  static double median(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no values");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
