package dev.hookline.chaos.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hookline.cli.CliFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * What came of a run, or of several that were merged.
 *
 * @param seed of the first schedule
 * @param commit the code that ran, with a mark when the tree was not clean; of a merged report
 *     every one, with {@code ", "} between
 * @param schedules how many came to their end and had a fault that bit: others show nothing
 * @param faults what was done
 * @param deliveries what senders did
 * @param rows events that analysts read
 * @param lost violations of NoLoss
 * @param duplicated violations of NoDuplicates
 * @param invented violations of NothingInvented
 * @param payloadMismatch violations of PayloadIntact
 * @param viewDifference violations of ViewsAgree
 * @param aggregateDifference violations of AggregatesAgree
 * @param recoverySeconds by kind, of faults that were alone: from the fault, or where there is
 *     nothing to go on with from its healing, to the end of the next completed checkpoint that was
 *     triggered after it
 * @param catchUpSeconds by kind, of faults of Kafka and ClickHouse that were alone: from the
 *     healing until the job had read, or written, something new
 * @param jobRestarts by kind, of faults that were alone, left the job's own processes alone and do
 *     not do their harm by the job: after how many of them it had been restored from a checkpoint
 *     all the same
 * @param revived by part, how often its process had ended by itself and was started again
 * @param mutants wrong versions that were tried
 * @param skipped kinds that were not done, and why
 * @param failures violations
 * @param undecided what kept the run from deciding, such as a fault that did not bite
 * @param seeds of these schedules
 * @param withoutFault seeds of those that came to their end and had no fault that bit, such as one
 *     whose only kind cannot be done here
 * @param incomplete which runs had not come to their end when this was written; none of a whole
 *     report
 */
@JsonIgnoreProperties(value = "complete", allowGetters = true)
public record ChaosReport(
    long seed,
    String commit,
    int schedules,
    Faults faults,
    Deliveries deliveries,
    long rows,
    long lost,
    long duplicated,
    long invented,
    long payloadMismatch,
    long viewDifference,
    long aggregateDifference,
    Map<String, Tally> recoverySeconds,
    Map<String, Tally> catchUpSeconds,
    Map<String, Integer> jobRestarts,
    Map<String, Integer> revived,
    Mutants mutants,
    Map<String, String> skipped,
    List<Finding> failures,
    List<Finding> undecided,
    List<Long> seeds,
    List<Long> withoutFault,
    List<String> incomplete) {

  private static final String AND = ", ";

  /** Sorts the maps by name and copies the lists. */
  public ChaosReport {
    recoverySeconds = new TreeMap<>(recoverySeconds);
    catchUpSeconds = new TreeMap<>(catchUpSeconds);
    jobRestarts = new TreeMap<>(jobRestarts);
    revived = new TreeMap<>(revived);
    skipped = new TreeMap<>(skipped);
    failures = List.copyOf(failures);
    undecided = List.copyOf(undecided);
    seeds = seeds.stream().sorted().toList();
    withoutFault = withoutFault.stream().sorted().toList();
    incomplete = List.copyOf(incomplete);
  }

  /**
   * What was done.
   *
   * @param injected how many were begun
   * @param bit how many did harm for certain
   * @param atOnce how many of them began together with another
   * @param byKind those that bit
   */
  public record Faults(int injected, int bit, int atOnce, Map<String, Integer> byKind) {

    /** Sorts the map by name. */
    public Faults {
      byKind = new TreeMap<>(byKind);
    }
  }

  /**
   * What senders did.
   *
   * @param sent deliveries that were tried
   * @param acknowledged those with a 2xx
   * @param unknown those without one that may have been accepted
   * @param redelivered attempts beyond a delivery's first
   */
  public record Deliveries(long sent, long acknowledged, long unknown, long redelivered) {}

  /**
   * Wrong versions.
   *
   * @param total how many there are
   * @param caught how many turned a checker red
   * @param survivors the names of the others
   * @param seeds the first with which they were tried, one for each time that they were
   */
  public record Mutants(int total, int caught, List<String> survivors, List<Long> seeds) {

    /** None were tried. */
    public static final Mutants NONE = new Mutants(0, 0, List.of(), List.of());

    /** Copies the list. */
    public Mutants {
      survivors = List.copyOf(survivors);
      seeds = seeds.stream().sorted().toList();
    }
  }

  /**
   * Something that must not be.
   *
   * @param seed of the schedule
   * @param checker which found it; {@code run} for what the run itself found
   * @param text what
   * @param reproduce the command that does the same again
   */
  public record Finding(long seed, String checker, String text, String reproduce) {}

  /** A report of nothing. */
  public static ChaosReport empty(long seed, String commit, Map<String, String> skipped) {
    return new ChaosReport(
        seed,
        commit,
        0,
        new Faults(0, 0, 0, Map.of()),
        new Deliveries(0, 0, 0, 0),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Mutants.NONE,
        skipped,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** The same with what senders did and analysts read. */
  public ChaosReport withTraffic(Deliveries done, long read) {
    return new ChaosReport(
        seed,
        commit,
        schedules,
        faults,
        done,
        read,
        lost,
        duplicated,
        invented,
        payloadMismatch,
        viewDifference,
        aggregateDifference,
        recoverySeconds,
        catchUpSeconds,
        jobRestarts,
        revived,
        mutants,
        skipped,
        failures,
        undecided,
        seeds,
        withoutFault,
        incomplete);
  }

  /** The same with other mutants, and with what else is wrong or kept the run from deciding. */
  public ChaosReport withMutants(Mutants tried, List<Finding> wrong, List<Finding> notDecided) {
    return new ChaosReport(
        seed,
        commit,
        schedules,
        faults,
        deliveries,
        rows,
        lost,
        duplicated,
        invented,
        payloadMismatch,
        viewDifference,
        aggregateDifference,
        recoverySeconds,
        catchUpSeconds,
        jobRestarts,
        revived,
        tried,
        skipped,
        both(failures, wrong),
        both(undecided, notDecided),
        seeds,
        withoutFault,
        incomplete);
  }

  /**
   * The same with these runs that are not at their end, in place of others; of none a whole one.
   */
  public ChaosReport withIncomplete(List<String> runs) {
    return new ChaosReport(
        seed,
        commit,
        schedules,
        faults,
        deliveries,
        rows,
        lost,
        duplicated,
        invented,
        payloadMismatch,
        viewDifference,
        aggregateDifference,
        recoverySeconds,
        catchUpSeconds,
        jobRestarts,
        revived,
        mutants,
        skipped,
        failures,
        undecided,
        seeds,
        withoutFault,
        runs);
  }

  /** Whether it is of runs that came to their end. */
  @JsonProperty("complete")
  public boolean complete() {
    return incomplete.isEmpty();
  }

  /** Seeds of all schedules that came to their end. */
  public List<Long> ended() {
    return both(seeds, withoutFault);
  }

  /** Each commit once. */
  public List<String> commits() {
    return Arrays.stream(commit.split(AND)).distinct().toList();
  }

  /**
   * 0 all is well; 1 something is wrong; 2 nothing is wrong, and not all was decided, as in a run
   * that was broken off: it may have been broken off for what it was about to show.
   */
  public int exitCode() {
    if (!failures.isEmpty() || !mutants.survivors().isEmpty()) {
      return CliFailure.WRONG;
    }
    boolean something = schedules > 0 || mutants.total() > 0;
    boolean nothingBit = !ended().isEmpty() && faults.bit() == 0;
    return something && !nothingBit && undecided.isEmpty() && complete()
        ? CliFailure.GOOD
        : CliFailure.UNDECIDED;
  }

  /** Both as one. The seed is the smaller one; commits that differ are both named. */
  public ChaosReport and(ChaosReport other) {
    return new ChaosReport(
        Math.min(seed, other.seed),
        both(commits(), other.commits()).stream().distinct().collect(Collectors.joining(AND)),
        schedules + other.schedules,
        new Faults(
            faults.injected + other.faults.injected,
            faults.bit + other.faults.bit,
            faults.atOnce + other.faults.atOnce,
            both(faults.byKind, other.faults.byKind, Integer::sum)),
        new Deliveries(
            deliveries.sent + other.deliveries.sent,
            deliveries.acknowledged + other.deliveries.acknowledged,
            deliveries.unknown + other.deliveries.unknown,
            deliveries.redelivered + other.deliveries.redelivered),
        rows + other.rows,
        lost + other.lost,
        duplicated + other.duplicated,
        invented + other.invented,
        payloadMismatch + other.payloadMismatch,
        viewDifference + other.viewDifference,
        aggregateDifference + other.aggregateDifference,
        both(recoverySeconds, other.recoverySeconds, Tally::and),
        both(catchUpSeconds, other.catchUpSeconds, Tally::and),
        both(jobRestarts, other.jobRestarts, Integer::sum),
        both(revived, other.revived, Integer::sum),
        new Mutants(
            mutants.total + other.mutants.total,
            mutants.caught + other.mutants.caught,
            both(mutants.survivors, other.mutants.survivors),
            both(mutants.seeds, other.mutants.seeds)),
        skippedWith(other),
        both(failures, other.failures),
        both(undecided, other.undecided),
        both(seeds, other.seeds),
        both(withoutFault, other.withoutFault),
        both(incomplete, other.incomplete));
  }

  /** What one part could not do or had no occasion for, another may have done. */
  private Map<String, String> skippedWith(ChaosReport other) {
    Map<String, String> all = both(skipped, other.skipped, (mine, its) -> mine);
    all.keySet().removeAll(faults.byKind().keySet());
    all.keySet().removeAll(other.faults.byKind().keySet());
    return all;
  }

  private static <T> List<T> both(List<T> mine, List<T> its) {
    List<T> all = new ArrayList<>(mine);
    all.addAll(its);
    return all;
  }

  private static <T> Map<String, T> both(
      Map<String, T> mine, Map<String, T> its, BinaryOperator<T> how) {
    Map<String, T> all = new TreeMap<>(mine);
    its.forEach((name, value) -> all.merge(name, value, how));
    return all;
  }
}
