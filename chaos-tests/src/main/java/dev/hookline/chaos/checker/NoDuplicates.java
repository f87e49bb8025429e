package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every event is there once, at each place where a copy could hide: in what analysts read, in the
 * parts below FINAL, and in what a materialized view was given, where neither FINAL nor a later
 * merge can mend it.
 */
public final class NoDuplicates implements Checker {

  @Override
  public String name() {
    return "NoDuplicates";
  }

  @Override
  public List<Violation> check(Findings findings) {
    Tables tables = findings.tables();
    Map<String, List<String>> copies = new TreeMap<>();
    blocksByIdentity(tables.events())
        .forEach(
            (identity, blocks) ->
                note(copies, identity, blocks.size(), "rows in v_events, of blocks " + blocks));
    blocksByIdentity(tables.physical())
        .forEach(
            (identity, blocks) ->
                note(
                    copies,
                    identity,
                    blocks.size(),
                    "rows in normalized_events without FINAL, of blocks " + blocks));
    ledger(tables.ledger())
        .forEach(
            (identity, blocks) -> {
              note(copies, identity, blocks.size(), "blocks brought it to a view: " + blocks);
              blocks.forEach(
                  (block, times) ->
                      note(copies, identity, times, "times a view was given it by block " + block));
            });
    List<Violation> violations = new ArrayList<>();
    copies.forEach(
        (identity, texts) ->
            violations.add(new Violation(name(), identity, String.join("; ", texts))));
    return violations;
  }

  private static void note(
      Map<String, List<String>> copies, String identity, int count, String what) {
    if (count > 1) {
      copies.computeIfAbsent(identity, any -> new ArrayList<>()).add(count + " " + what);
    }
  }

  private static Map<String, List<String>> blocksByIdentity(List<EventRow> rows) {
    Map<String, List<String>> blocks = new TreeMap<>();
    for (EventRow row : rows) {
      blocks.computeIfAbsent(row.identity(), any -> new ArrayList<>()).add(row.ingestBlock());
    }
    return blocks;
  }

  private static Map<String, Map<String, Integer>> ledger(List<LedgerRow> rows) {
    Map<String, Map<String, Integer>> times = new TreeMap<>();
    for (LedgerRow row : rows) {
      times
          .computeIfAbsent(row.identity(), any -> new TreeMap<>())
          .merge(row.ingestBlock(), 1, Integer::sum);
    }
    return times;
  }
}
