package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was accepted and cannot be a row is told, once for each time that it was taken into the log,
 * and nothing else is told. A 202 says that the attempt was taken; of an attempt with an unknown
 * outcome nobody knows; a 200 says that an earlier one had been. A reject is not deduplicated: each
 * record of the log that cannot be read is one. All that senders send to be rejected is JSON with a
 * text in place of an object, for which docs/metrics.md has one reason.
 */
public final class RejectedComplete implements Checker {

  private static final int TAKEN = 202;
  private static final String REASON = "unreadable_payload";

  @Override
  public String name() {
    return "RejectedComplete";
  }

  @Override
  public List<Violation> check(Findings findings) {
    History history = findings.history();
    Map<String, List<RejectedRow>> told = new TreeMap<>();
    for (RejectedRow row : findings.tables().rejected()) {
      told.computeIfAbsent(row.identity(), any -> new ArrayList<>()).add(row);
    }
    Set<String> rows = new HashSet<>();
    findings.tables().events().forEach(row -> rows.add(row.identity()));
    findings.tables().physical().forEach(row -> rows.add(row.identity()));
    List<Violation> violations = new ArrayList<>();
    for (Intent intent : history.intents()) {
      if (intent.fate() == Fate.REJECTED) {
        List<RejectedRow> its = told.getOrDefault(intent.identity(), List.of());
        told.remove(intent.identity());
        number(history.operations(intent.identity()), intent.identity(), its, violations);
        contents(intent, its, violations);
        if (rows.contains(intent.identity())) {
          violations.add(
              new Violation(name(), intent.identity(), "is a row though it cannot be read"));
        }
      }
    }
    told.forEach(
        (identity, its) ->
            violations.add(
                new Violation(name(), identity, "must not be rejected and was: " + its)));
    return violations;
  }

  private void number(
      List<Operation> attempts, String identity, List<RejectedRow> its, List<Violation> all) {
    long taken = attempts.stream().filter(one -> one.status() == TAKEN).count();
    long unknown = attempts.stream().filter(one -> one.outcome() == Outcome.UNKNOWN).count();
    boolean acknowledged = attempts.stream().anyMatch(one -> one.outcome() == Outcome.OK);
    long least = Math.max(taken, acknowledged ? 1 : 0);
    long most = Math.max(least, taken + unknown);
    if (its.size() < least || its.size() > most) {
      all.add(
          new Violation(
              name(),
              identity,
              "must be told %s and is told %d times in v_rejected_events"
                  .formatted(
                      least == most ? least + " times" : least + " to " + most + " times",
                      its.size())));
    }
  }

  private void contents(Intent intent, List<RejectedRow> its, List<Violation> all) {
    for (RejectedRow row : its) {
      if (!row.reason().equals(REASON)) {
        all.add(
            new Violation(
                name(),
                intent.identity(),
                "must be rejected as %s and is as %s".formatted(REASON, row.reason())));
      }
      if (!row.contentHash().equals(intent.bodyHash())) {
        all.add(
            new Violation(
                name(),
                intent.identity(),
                "was sent with content "
                    + intent.bodyHash()
                    + " and rejected with "
                    + row.contentHash()));
      }
    }
  }
}
