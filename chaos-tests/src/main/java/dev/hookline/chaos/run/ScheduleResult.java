package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.nemesis.Done;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What came of one schedule.
 *
 * @param seed its seed
 * @param done faults, also those that did not bite
 * @param atOnce how many of them began together with another
 * @param recoveries by kind, of faults that were alone
 * @param catchUps by kind, of faults of Kafka and ClickHouse that were alone
 * @param restarts by kind, of faults that were alone and left the job's processes alone: after how
 *     many it had been restored
 * @param revived by part, how often its process had ended by itself and was started again
 * @param violations what checkers found
 * @param undecided what kept it from deciding; empty when it was decided
 * @param traces of exceptions on the way, with where they came from; only the evidence has them
 * @param deliveries what senders did on this stack so far
 * @param rows events that analysts read
 */
record ScheduleResult(
    long seed,
    List<Done> done,
    int atOnce,
    Map<String, Tally> recoveries,
    Map<String, Tally> catchUps,
    Map<String, Integer> restarts,
    Map<String, Integer> revived,
    List<Violation> violations,
    Optional<String> undecided,
    List<String> traces,
    ChaosReport.Deliveries deliveries,
    long rows) {

  /** Of one fault there may be thousands; the evidence has them all. */
  static final int MOST_FINDINGS = 50;

  /** Whether the next schedule needs a stack of its own: this one has shown something. */
  boolean spoiled() {
    return !violations.isEmpty() || undecided.isPresent();
  }

  /**
   * What it adds to a report. Deliveries and rows are not in it: they are of the whole stack. It is
   * counted as a schedule only when a fault bit: without one nothing was put to the test.
   *
   * @param empty of the run
   * @param reproduce the command that does it again
   */
  ChaosReport report(ChaosReport empty, String reproduce) {
    Map<String, Integer> byKind = new TreeMap<>();
    done.stream()
        .filter(Done::bit)
        .forEach(one -> byKind.merge(one.fault().kind().label(), 1, Integer::sum));
    int bit = byKind.values().stream().mapToInt(Integer::intValue).sum();
    return new ChaosReport(
        empty.seed(),
        empty.commit(),
        bit > 0 ? 1 : 0,
        new ChaosReport.Faults(done.size(), bit, atOnce, byKind),
        empty.deliveries(),
        0,
        count("NoLoss"),
        count("NoDuplicates"),
        count("NothingInvented"),
        count("PayloadIntact"),
        count("ViewsAgree"),
        count("AggregatesAgree"),
        recoveries,
        catchUps,
        restarts,
        revived,
        ChaosReport.Mutants.NONE,
        empty.skipped(),
        violations.stream()
            .limit(MOST_FINDINGS)
            .map(one -> finding(one.checker(), one.subject() + ": " + one.text(), reproduce))
            .toList(),
        undecided.stream().map(why -> finding("run", why, reproduce)).toList(),
        bit > 0 ? List.of(seed) : List.of(),
        bit > 0 ? List.of() : List.of(seed),
        List.of());
  }

  private ChaosReport.Finding finding(String checker, String text, String reproduce) {
    return new ChaosReport.Finding(seed, checker, text, reproduce);
  }

  private long count(String checker) {
    return violations.stream().filter(one -> one.checker().equals(checker)).count();
  }
}
