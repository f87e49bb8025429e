package dev.hookline.chaos.checker;

import java.util.List;
import java.util.stream.Stream;

/** The checkers, in the order in which reports name them. */
public final class Checkers {

  private static final List<Checker> OF_DATA =
      List.of(
          new NotVacuous(),
          new NoLoss(),
          new NoDuplicates(),
          new NothingInvented(),
          new PayloadIntact(),
          new ViewsAgree(),
          new AggregatesAgree(),
          new RejectedComplete());

  private static final List<Checker> OF_MEASURES = List.of(new StateBounded(), new DrainedInTime());

  private Checkers() {}

  /** All of them: what a run on the whole stack must pass. */
  public static List<Checker> all() {
    return Stream.concat(OF_DATA.stream(), OF_MEASURES.stream()).toList();
  }

  /** Those that look at history and tables only, for a set-up that has nothing to measure. */
  public static List<Checker> ofData() {
    return OF_DATA;
  }

  /**
   * Runs checkers.
   *
   * @return all violations, by checker
   */
  public static List<Violation> check(List<Checker> checkers, Findings findings) {
    return checkers.stream().flatMap(checker -> checker.check(findings).stream()).toList();
  }
}
