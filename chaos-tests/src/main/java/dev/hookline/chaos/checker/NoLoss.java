package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every delivery that was answered with a 2xx is a row that analysts read, and none that must be
 * taken was refused for good: its provider would not send it again.
 */
public final class NoLoss implements Checker {

  /** Statuses that ask for another attempt. */
  private static final Set<Integer> COME_AGAIN = Set.of(408, 429);

  @Override
  public String name() {
    return "NoLoss";
  }

  @Override
  public List<Violation> check(Findings findings) {
    History history = findings.history();
    Set<String> readable = identities(findings.tables().events());
    List<Violation> violations = new ArrayList<>();
    for (String identity : history.acknowledged()) {
      boolean mustBeARow = history.intent(identity).map(Intent::fate).orElseThrow() == Fate.ROW;
      if (mustBeARow && !readable.contains(identity)) {
        violations.add(
            new Violation(name(), identity, acknowledgement(history, identity) + ": no row"));
      }
    }
    Set<String> hidden = new TreeSet<>(identities(findings.tables().physical()));
    hidden.removeAll(readable);
    hidden.removeAll(history.acknowledged());
    for (String identity : hidden) {
      violations.add(new Violation(name(), identity, "a row in the table that no reader sees"));
    }
    refusedForGood(history, violations);
    return violations;
  }

  private void refusedForGood(History history, List<Violation> violations) {
    for (Intent intent : history.intents()) {
      if (intent.fate() != Fate.REFUSED) {
        history.operations(intent.identity()).stream()
            .filter(one -> one.outcome() == Outcome.NOT && !COME_AGAIN.contains(one.status()))
            .findFirst()
            .ifPresent(
                one ->
                    violations.add(
                        new Violation(
                            name(),
                            intent.identity(),
                            "attempt %d at gateway %d must be taken and was refused: %d %s"
                                .formatted(
                                    one.attempt(), one.gateway(), one.status(), one.detail()))));
      }
    }
  }

  private static Set<String> identities(List<EventRow> rows) {
    Set<String> identities = new HashSet<>();
    rows.forEach(row -> identities.add(row.identity()));
    return identities;
  }

  private static String acknowledgement(History history, String identity) {
    Operation first =
        history.operations(identity).stream()
            .filter(operation -> operation.outcome() == Outcome.OK)
            .findFirst()
            .orElseThrow();
    return "attempt %d at gateway %d was answered %d at %d"
        .formatted(first.attempt(), first.gateway(), first.status(), first.endMillis());
  }
}
