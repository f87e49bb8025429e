package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.nemesis.Done;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How long the job took after a schedule's faults. What did not come within {@link #LIMIT} is in
 * the figures as that, and is a violation: a median of those alone that came says nothing of a job
 * that stands still.
 */
final class Recoveries {

  /** Several recoveries of a machine that is three times slower than a quiet one of two cores. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  static final String CHECKER = "RecoveredInTime";

  private final Map<String, Tally> recoveries = new TreeMap<>();
  private final Map<String, Tally> catchUps = new TreeMap<>();
  private final List<Violation> late = new ArrayList<>();
  private boolean clear = true;

  /**
   * From when the recovery of faults that began at once counts: of the one that was over last,
   * before which the job may only have recovered from the others.
   *
   * @param step one or more
   */
  static Instant from(List<Done> step) {
    return step.stream().map(Done::recoveryFrom).max(Comparator.naturalOrder()).orElseThrow();
  }

  /**
   * Whether the job has recovered from whatever came before. Else a restart or a checkpoint may be
   * owed to that, and what comes now has no figures.
   */
  boolean clear() {
    return clear;
  }

  /** Notes faults whose recovery nobody waits for. */
  void notWaitedFor() {
    clear = false;
  }

  /**
   * Notes a recovery that was waited for.
   *
   * @param step the faults that began at once; of one that was alone, with the job {@linkplain
   *     #clear() clear} of those before, and bit it is in the figures
   * @param time empty when there was none within the limit, which is wrong after any faults
   */
  void recovered(List<Done> step, Optional<Duration> time) {
    if (clear && step.size() == 1 && step.get(0).bit()) {
      note(recoveries, step.get(0), time);
    }
    clear = time.isPresent();
    if (time.isEmpty()) {
      late(step, "no checkpoint was completed");
    }
  }

  /**
   * Notes a catching up that was waited for.
   *
   * @param alone a fault that was alone and bit
   * @param time empty when there was none within the limit
   */
  void caughtUp(Done alone, Optional<Duration> time) {
    note(catchUps, alone, time);
    if (time.isEmpty()) {
      late(List.of(alone), "the job read or wrote nothing new");
    }
  }

  private static void note(Map<String, Tally> tallies, Done one, Optional<Duration> time) {
    tallies.merge(one.fault().kind().label(), Tally.of(time), Tally::and);
  }

  private void late(List<Done> step, String what) {
    String kinds =
        step.stream().map(one -> one.fault().kind().label()).collect(Collectors.joining(" with "));
    late.add(
        new Violation(CHECKER, kinds, what + " in the " + LIMIT.toSeconds() + " s after healing"));
  }

  /** By kind. */
  Map<String, Tally> recoveries() {
    return recoveries;
  }

  /** By kind. */
  Map<String, Tally> catchUps() {
    return catchUps;
  }

  /** What did not come within the limit. */
  List<Violation> late() {
    return late;
  }
}
