package dev.hookline.chaos.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times of one kind.
 *
 * @param seconds each of them, in no order
 * @param notWithinLimit how many more there would be, had they come within the limit of the wait;
 *     they have no time, and are in none of the figures
 */
@JsonIgnoreProperties(
    value = {"n", "median", "max"},
    allowGetters = true)
public record Tally(
    @JsonProperty("seconds") List<Double> seconds,
    @JsonProperty("not_within_limit") int notWithinLimit) {

  /** Copies the list. */
  public Tally {
    seconds = List.copyOf(seconds);
  }

  /**
   * Of one time.
   *
   * @param time empty when it did not come within the limit
   */
  static Tally of(Optional<Duration> time) {
    return time.map(one -> new Tally(List.of(one.toMillis() / 1000.0), 0))
        .orElseGet(() -> new Tally(List.of(), 1));
  }

  /** Both together. */
  public Tally and(Tally other) {
    List<Double> both = new ArrayList<>(seconds);
    both.addAll(other.seconds);
    return new Tally(both, notWithinLimit + other.notWithinLimit);
  }

  /** How many. */
  @JsonProperty("n")
  public int n() {
    return seconds.size();
  }

  /** The one in the middle, of an even number the mean of the two; NaN of none. */
  public double median() {
    List<Double> sorted = seconds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The longest; NaN of none. */
  public double max() {
    return seconds.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** JSON has no NaN. */
  @JsonProperty("median")
  Double medianOrNull() {
    return seconds.isEmpty() ? null : (Double) median();
  }

  /** JSON has no NaN. */
  @JsonProperty("max")
  Double maxOrNull() {
    return seconds.isEmpty() ? null : (Double) max();
  }
}
