package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import java.util.List;
import java.util.Set;

/**
 * Deliveries that must be taken and were not, though their sender went on for a while after all
 * faults were healed. Nothing that was promised is lost by that; but a gateway that never takes
 * anything again loses nothing either.
 */
final class Unanswered {

  private Unanswered() {}

  /** One violation for each of them. */
  static List<Violation> in(History history) {
    Set<String> acknowledged = history.acknowledged();
    return history.intents().stream()
        .filter(intent -> intent.fate() != Fate.REFUSED)
        .map(Intent::identity)
        .filter(identity -> !history.operations(identity).isEmpty())
        .filter(identity -> !acknowledged.contains(identity))
        .map(identity -> violation(identity, history.operations(identity)))
        .toList();
  }

  private static Violation violation(String identity, List<Operation> attempts) {
    Operation last = attempts.get(attempts.size() - 1);
    return new Violation(
        "DrainedInTime",
        identity,
        "none of %d attempts was answered 2xx, the last one at gateway %d: %d %s"
            .formatted(attempts.size(), last.gateway(), last.status(), last.detail()));
  }
}
