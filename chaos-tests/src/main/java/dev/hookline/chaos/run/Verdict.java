package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Checkers;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.stack.BreakableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a schedule has shown, a pure function of all that is known at its end.
 *
 * @param violations what is wrong
 * @param undecided what kept it from deciding
 */
record Verdict(List<Violation> violations, List<String> undecided) {

  private static final Measures UNMEASURED =
      new Measures(Double.NaN, Double.NaN, Map.of(), Map.of());

  /** Copies the lists. */
  Verdict {
    violations = List.copyOf(violations);
    undecided = List.copyOf(undecided);
  }

  /**
   * What is known at the end of a schedule.
   *
   * @param done faults, also those that did not bite
   * @param late what did not come within its limit after a fault
   * @param history what senders did
   * @param unsettled what was missing when the wait for it ended; empty when all had settled
   * @param tables what analysts read; empty when that is not known, or the history is not
   * @param measures what was measured; empty when that failed
   * @param viewDifference blocks that the view that can be broken counts otherwise than they lie in
   *     the table; empty when nobody knows
   * @param broken what went wrong on the way and is not the product's doing for certain
   */
  record Ending(
      List<Done> done,
      List<Violation> late,
      History history,
      Optional<String> unsettled,
      Optional<Tables> tables,
      Optional<Measures> measures,
      OptionalLong viewDifference,
      List<String> broken) {}

  /** Decides: whatever befell the faults, all that can be checked is checked. */
  static Verdict of(Ending ending) {
    List<Violation> violations = new ArrayList<>(ending.late());
    violations.addAll(Unanswered.in(ending.history()));
    ending
        .unsettled()
        .ifPresent(
            why -> violations.add(new Violation("DrainedInTime", "drain", "not settled: " + why)));
    ending.tables().ifPresent(tables -> violations.addAll(check(ending, tables)));
    if (ending.viewDifference().orElse(0) != 0) {
      violations.add(
          new Violation(
              "ViewsAgree",
              BreakableView.TARGET,
              ending.viewDifference().getAsLong()
                  + " blocks are counted otherwise than they lie in the table"));
    }
    return new Verdict(violations, undecided(ending));
  }

  private static List<Violation> check(Ending ending, Tables tables) {
    return Checkers.check(
        ending.measures().isPresent() ? Checkers.all() : Checkers.ofData(),
        new Findings(ending.history(), tables, ending.measures().orElse(UNMEASURED)));
  }

  private static List<String> undecided(Ending ending) {
    List<String> undecided = new ArrayList<>(ending.broken());
    ending.done().stream()
        .filter(one -> !one.bit())
        .forEach(one -> undecided.add(one.fault() + " did not bite: " + one.evidence()));
    if (ending.tables().isEmpty()) {
      undecided.add("no checker has seen the tables");
    }
    if (ending.measures().isEmpty()) {
      undecided.add("nothing was measured");
    }
    if (ending.viewDifference().isEmpty()) {
      undecided.add(BreakableView.TARGET + " was not compared with the table");
    }
    return undecided;
  }
}
