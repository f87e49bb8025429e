package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import java.util.ArrayList;
import java.util.List;

/** Refuses findings that prove nothing: where nothing was accepted, nothing can be missing. */
public final class NotVacuous implements Checker {

  @Override
  public String name() {
    return "NotVacuous";
  }

  @Override
  public List<Violation> check(Findings findings) {
    History history = findings.history();
    List<Violation> violations = new ArrayList<>();
    boolean acknowledged =
        history.acknowledged().stream()
            .flatMap(identity -> history.intent(identity).stream())
            .map(Intent::fate)
            .anyMatch(Fate.ROW::equals);
    if (!acknowledged) {
      violations.add(
          new Violation(name(), "history", "no delivery that must be a row was acknowledged"));
    }
    if (findings.tables().events().isEmpty()) {
      violations.add(new Violation(name(), "v_events", "has no row"));
    }
    return violations;
  }
}
