package dev.hookline.chaos.run;

import dev.hookline.chaos.nemesis.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run is asked to do.
 *
 * @param seed of the first schedule; the next ones count up
 * @param schedules how many at most, 1 or more
 * @param time after which no schedule is begun any more; empty for no such limit
 * @param kinds faults that may be used
 * @param traffic for how long deliveries come at least
 * @param perSecond how many deliveries begin in a second
 * @param root the checkout
 * @param dist the built distribution
 * @param folder for the stacks, and for what a failure leaves: {@code target/chaos}
 */
public record ChaosSettings(
    long seed,
    int schedules,
    Optional<Duration> time,
    List<FaultKind> kinds,
    Duration traffic,
    double perSecond,
    Path root,
    Path dist,
    Path folder) {

  /** With the settling after it, a schedule takes about a minute. */
  public static final Duration TRAFFIC = Duration.ofSeconds(30);

  /** Deliveries that begin in a second. */
  public static final double PER_SECOND = 20;

  /** Copies the list. */
  public ChaosSettings {
    kinds = List.copyOf(kinds);
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("kinds must name one or more");
    }
    if (schedules < 1) {
      throw new IllegalArgumentException("schedules must be 1 or more; got " + schedules);
    }
  }

  /** The command that does one or more schedules again. */
  public String reproduce(long first, int count) {
    String some =
        kinds.size() == FaultKind.values().length
            ? ""
            : " --faults " + String.join(",", kinds.stream().map(FaultKind::label).toList());
    return "./hookline chaos --seed " + first + " --schedules " + count + some;
  }
}
