package dev.hookline.cli.demo;

import dev.hookline.cli.CliFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what a sender was told with what analysts can read. A pure function of its inputs.
 *
 * @param lost acknowledged and not readable
 * @param invented readable and refused, or never sent
 * @param doubled readable more than once
 */
record HistoryCheck(List<String> lost, List<String> invented, List<String> doubled) {

  /**
   * Compares.
   *
   * @param sent identities of all deliveries that were tried
   * @param acknowledged those with a 2xx
   * @param refused those with a final no and no 2xx
   * @param rows identity to the number of rows that an analyst reads of it, for all rows received
   *     since the sender began
   */
  static HistoryCheck compare(
      Set<String> sent, Set<String> acknowledged, Set<String> refused, Map<String, Integer> rows) {
    List<String> lost = new ArrayList<>();
    for (String identity : acknowledged) {
      if (!rows.containsKey(identity)) {
        lost.add(identity);
      }
    }
    List<String> invented = new ArrayList<>();
    List<String> doubled = new ArrayList<>();
    rows.forEach(
        (identity, count) -> {
          if (!sent.contains(identity) || refused.contains(identity)) {
            invented.add(identity);
          }
          if (count != 1) {
            doubled.add(identity);
          }
        });
    return new HistoryCheck(lost, invented, doubled);
  }

  /** Says whether nothing differs. */
  boolean good() {
    return lost.isEmpty() && invented.isEmpty() && doubled.isEmpty();
  }

  /**
   * The audit's exit code, unless the sender knows better: only it can see a 2xx that left no
   * record. While the audit is undecided a row that is missing may still come; one too many stays.
   *
   * @param audited one of {@link CliFailure}'s
   */
  int exitCode(int audited) {
    boolean tooMany = !invented.isEmpty() || !doubled.isEmpty();
    boolean wrong = audited == CliFailure.UNDECIDED ? tooMany : !good();
    return wrong ? CliFailure.WRONG : audited;
  }
}
