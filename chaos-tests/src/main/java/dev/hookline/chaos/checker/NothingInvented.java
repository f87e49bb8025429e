package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Every row is a delivery that was sent, that may count, and that was not refused each time. */
public final class NothingInvented implements Checker {

  @Override
  public String name() {
    return "NothingInvented";
  }

  @Override
  public List<Violation> check(Findings findings) {
    History history = findings.history();
    Tables tables = findings.tables();
    Set<String> seen = new TreeSet<>();
    tables.events().forEach(row -> seen.add(row.identity()));
    tables.physical().forEach(row -> seen.add(row.identity()));
    tables.ledger().forEach(row -> seen.add(row.identity()));
    Set<String> possible = history.possible();
    List<Violation> violations = new ArrayList<>();
    for (String identity : seen) {
      reason(history, possible, identity)
          .ifPresent(reason -> violations.add(new Violation(name(), identity, reason)));
    }
    for (String identity : history.acknowledged()) {
      if (!seen.contains(identity) && fate(history, identity) == Fate.REFUSED) {
        violations.add(
            new Violation(
                name(), identity, "must be refused and was not: " + answers(history, identity)));
      }
    }
    return violations;
  }

  private static Optional<String> reason(History history, Set<String> possible, String identity) {
    if (history.intent(identity).isEmpty()) {
      return Optional.of("a row of a delivery that nobody sent");
    }
    if (fate(history, identity) == Fate.REFUSED) {
      return Optional.of(
          "a row of a delivery that must be refused; the answers: " + answers(history, identity));
    }
    return possible.contains(identity)
        ? Optional.empty()
        : Optional.of(
            "a row of a delivery that no attempt brought in; the answers: "
                + answers(history, identity));
  }

  private static Fate fate(History history, String identity) {
    return history.intent(identity).map(Intent::fate).orElseThrow();
  }

  private static String answers(History history, String identity) {
    return history.operations(identity).stream()
        .map(NothingInvented::answer)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String answer(Operation operation) {
    return operation.outcome() + " " + operation.status();
  }
}
