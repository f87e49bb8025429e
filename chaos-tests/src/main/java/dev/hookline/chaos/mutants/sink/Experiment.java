package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.checker.Checker;
import dev.hookline.chaos.checker.Checkers;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ClickHouseLease;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.Kept;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A scenario that is played with the wrong version and with the right one, and judged by the
 * checkers of a run.
 *
 * @param name as {@link #name()}
 * @param caughtBy as {@link #caughtBy()}
 * @param scenario what is played
 * @param judges the checkers that its right version must pass
 */
record Experiment(String name, List<String> caughtBy, Scenario scenario, List<Checker> judges)
    implements ControlledMutant {
  private static final Measures NOTHING_MEASURED = new Measures(0, 0, Map.of(), Map.of());

  /** Judged by all checkers of data. */
  Experiment(String name, List<String> caughtBy, Scenario scenario) {
    this(name, caughtBy, scenario, Checkers.ofData());
  }

  /**
   * For a scenario that leads on purpose to what docs/guarantees.md does not cover: judged by the
   * checkers of what it says stays right nevertheless.
   *
   * @param without names of those that must be red with either version
   */
  static Experiment beyond(
      String name, List<String> caughtBy, Set<String> without, Scenario scenario) {
    return new Experiment(
        name,
        caughtBy,
        scenario,
        Checkers.ofData().stream().filter(checker -> !without.contains(checker.name())).toList());
  }

  @Override
  public List<Violation> run(long seed, Path folder) throws Exception {
    return play(seed, folder, Version.WRONG);
  }

  @Override
  public List<Violation> control(long seed, Path folder) throws Exception {
    return play(seed, folder, Version.RIGHT);
  }

  private List<Violation> play(long seed, Path folder, Version version) throws Exception {
    try (ClickHouseLease lease = ClickHouseLease.open(folder);
        World world = World.open(lease)) {
      Deliveries deliveries = scenario.play(world, new Random(seed), version);
      Findings findings = new Findings(deliveries.history(), world.tables(), NOTHING_MEASURED);
      Kept.write(folder, findings);
      return Checkers.check(judges, findings);
    }
  }
}
