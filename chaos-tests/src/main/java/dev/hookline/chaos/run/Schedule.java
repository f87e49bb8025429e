package dev.hookline.chaos.run;

import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.nemesis.FaultKind.Needs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Which faults happen when. A function of its seed and of the kinds that may be used: over seeds in
 * a row each kind has its turn.
 *
 * @param seed also of the deliveries
 * @param brokers of the stack that it needs: 1 or 3
 * @param steps in their order
 */
public record Schedule(long seed, int brokers, List<Step> steps) {

  /** Of so many seeds in a row … */
  private static final int BLOCK = 25;

  /** … the last ones run on three brokers, where a broker may be lost. */
  private static final int ON_THREE_BROKERS = 2;

  /** The order of the kinds over the seeds: any one that is not sorted by part. */
  private static final long ORDER = 7;

  private static final double ONE_FAULT = 0.3;
  private static final double TWO_FAULTS = 0.8;
  private static final double AT_ONCE = 0.4;
  private static final double WITH_RECOVERY = 0.6;
  private static final int MOST_AT_ONCE = 3;
  private static final double SHORT = 0.2;
  private static final int FIRST_MILLIS = 4_000;
  private static final int GAP_MILLIS = 8_000;

  /** Copies the list. */
  public Schedule {
    steps = List.copyOf(steps);
  }

  /**
   * The schedule of a seed: one to three faults, the second sometimes together with the first.
   *
   * @param seed any number
   * @param kinds what may be used, one or more
   */
  public static Schedule of(long seed, List<FaultKind> kinds) {
    boolean three =
        kinds.contains(FaultKind.KILL_LEADER)
            && (kinds.size() == 1 || Math.floorMod(seed, BLOCK) >= BLOCK - ON_THREE_BROKERS);
    List<FaultKind> order = new ArrayList<>(kinds);
    order.removeIf(
        kind ->
            three
                ? kind.needs() == Needs.ONE_BROKER || kind.needs() == Needs.SMALL_DISK
                : kind.needs() == Needs.THREE_BROKERS);
    Collections.shuffle(order, new Random(ORDER));
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    FaultKind first = three ? FaultKind.KILL_LEADER : order.get(Math.floorMod(seed, order.size()));
    double many = random.nextDouble();
    int faults = many < ONE_FAULT ? 1 : many < TWO_FAULTS ? 2 : 3;
    int at = FIRST_MILLIS + random.nextInt(GAP_MILLIS);
    List<Step> steps = new ArrayList<>();
    List<Fault> now = new ArrayList<>(List.of(fault(first, at, random)));
    for (int i = 1; i < faults; i++) {
      FaultKind next = order.get(random.nextInt(order.size()));
      if (now.size() == 1 && random.nextDouble() < AT_ONCE && next.goesWith(now.get(0).kind())) {
        now.add(fault(next, at, random));
      } else {
        steps.add(new Step(now, random.nextDouble() < WITH_RECOVERY));
        at += GAP_MILLIS + random.nextInt(GAP_MILLIS);
        now = new ArrayList<>(List.of(fault(next, at, random)));
      }
    }
    steps.add(new Step(now, true));
    return new Schedule(seed, three ? 3 : 1, steps);
  }

  /**
   * Each kind once, up to three at once where they go together, short and as fast as they are
   * healed.
   *
   * @param seed any number
   * @param kinds in the order in which they are done; none that needs three brokers
   */
  public static Schedule ofEach(long seed, List<FaultKind> kinds) {
    Random random = new Random(seed);
    List<FaultKind> left = new ArrayList<>(kinds);
    List<Step> steps = new ArrayList<>();
    while (!left.isEmpty()) {
      List<FaultKind> together = new ArrayList<>(List.of(left.remove(0)));
      for (FaultKind other : List.copyOf(left)) {
        if (together.size() < MOST_AT_ONCE && together.stream().allMatch(other::goesWith)) {
          together.add(other);
          left.remove(other);
        }
      }
      List<Fault> now = together.stream().map(kind -> shortFault(kind, random)).toList();
      steps.add(new Step(now, false));
    }
    return new Schedule(seed, 1, steps);
  }

  /** Which seeds have a kind among others, for who has named one that none of some seeds had. */
  static String whenDue(FaultKind kind) {
    return kind.needs() == Needs.THREE_BROKERS
        ? "which among others only seeds of %d and up modulo %d have; name it alone"
            .formatted(BLOCK - ON_THREE_BROKERS, BLOCK)
        : "which a hundred schedules from seed 1 have, or any if you name it alone";
  }

  /** How many faults there are. */
  public int faults() {
    return steps.stream().mapToInt(step -> step.faults().size()).sum();
  }

  /** The same without kinds that cannot be done here. */
  public Schedule without(Set<FaultKind> kinds) {
    List<Step> left = new ArrayList<>();
    for (Step step : steps) {
      List<Fault> faults =
          step.faults().stream().filter(fault -> !kinds.contains(fault.kind())).toList();
      if (!faults.isEmpty()) {
        left.add(new Step(faults, step.withRecovery()));
      }
    }
    return new Schedule(seed, brokers, left);
  }

  private static Fault shortFault(FaultKind kind, Random random) {
    return new Fault(
        kind,
        random.nextInt(Integer.MAX_VALUE),
        Duration.ofMillis(FIRST_MILLIS),
        length(kind, SHORT));
  }

  private static Fault fault(FaultKind kind, int atMillis, Random random) {
    return new Fault(
        kind,
        random.nextInt(Integer.MAX_VALUE),
        Duration.ofMillis(atMillis),
        length(kind, random.nextDouble()));
  }

  /** Between two bounds in seconds; shorter where a part is away that everything needs. */
  private static Duration length(FaultKind kind, double share) {
    int[] bounds =
        switch (kind) {
          case KILL_TASKMANAGER, KILL_JOBMANAGER -> new int[] {0, 3};
          case PAUSE_TASKMANAGER -> new int[] {2, 12};
          case PAUSE_JOBMANAGER -> new int[] {4, 14}; // most of them outlive its session of 3 s
          case KILL_KAFKA, PAUSE_KAFKA, CUT_KAFKA -> new int[] {1, 7};
          case DELAY_KAFKA, DELAY_REDIS, DELAY_CLICKHOUSE -> new int[] {4, 10};
          case JOB_DOWN, SAVEPOINT, RESCALE -> new int[] {1, 5};
          default -> new int[] {1, 9};
        };
    return Duration.ofMillis((long) (1000 * (bounds[0] + share * (bounds[1] - bounds[0]))));
  }
}
