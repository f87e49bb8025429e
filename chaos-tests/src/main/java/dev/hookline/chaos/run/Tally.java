package dev.hookline.chaos.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;

/**
 * Times of one kind.
 *
 * @param seconds each of them, in no order
 */
@JsonIgnoreProperties(
    value = {"n", "median", "max"},
    allowGetters = true)
public record Tally(@JsonProperty("seconds") List<Double> seconds) {

  /** Copies the list. */
  public Tally {
    seconds = List.copyOf(seconds);
  }

  /** Both together. */
  public Tally and(Tally other) {
    List<Double> both = new ArrayList<>(seconds);
    both.addAll(other.seconds);
    return new Tally(both);
  }

  /** How many. */
  @JsonProperty("n")
  public int n() {
    return seconds.size();
  }

  /** The one in the middle, of an even number the mean of the two; NaN of none. */
  @JsonProperty("median")
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
  @JsonProperty("max")
  public double max() {
    return seconds.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }
}
