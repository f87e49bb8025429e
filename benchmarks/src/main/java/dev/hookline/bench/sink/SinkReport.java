package dev.hookline.bench.sink;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hookline.bench.sink.VariantRun.Checkpoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was measured, as it is printed.
 *
 * @param variants one for each variant, all rounds together
 * @param ratios of medians; only those of which both sides were measured
 * @param goals by the name of their ratio
 */
public record SinkReport(List<Line> variants, Map<String, Double> ratios, Map<String, Goal> goals) {

  private static final Map<String, Double> GOALS =
      Map.of("eo_vs_client", 0.7, "alo_vs_client", 0.75, "eo_vs_jdbc", 3.0);

  /**
   * One variant.
   *
   * @param name the variant
   * @param rowsPerSecond one value for each window of the measurement
   * @param median of these
   * @param snapshotMs the median time of a checkpoint from trigger to last acknowledgement; 0 where
   *     there is none
   * @param snapshotMib the median state of a checkpoint
   * @param heapMib the most heap in use after a collection
   * @param rows that were written and then counted in the table
   * @param clientCpuUsPerRow processor time of the writing process
   * @param serverCpuUsPerRow processor time of the server, merges included
   */
  public record Line(
      String name,
      @JsonProperty("rows_per_s") List<Long> rowsPerSecond,
      long median,
      @JsonProperty("snapshot_ms") long snapshotMs,
      @JsonProperty("snapshot_mib") double snapshotMib,
      @JsonProperty("heap_mib") long heapMib,
      long rows,
      @JsonProperty("client_cpu_us_per_row") double clientCpuUsPerRow,
      @JsonProperty("server_cpu_us_per_row") double serverCpuUsPerRow) {}

  /**
   * One goal.
   *
   * @param atLeast what the ratio should be
   * @param met whether it is
   */
  public record Goal(@JsonProperty("at_least") double atLeast, boolean met) {}

  /** Sums up the rounds of each variant. */
  static SinkReport of(Map<Variant, List<VariantRun>> runs) {
    List<Line> lines = new ArrayList<>();
    Map<Variant, Double> medians = new EnumMap<>(Variant.class);
    runs.forEach(
        (variant, rounds) -> {
          Line line = line(variant, rounds);
          lines.add(line);
          medians.put(variant, (double) line.median());
        });
    Map<String, Double> ratios = ratios(medians);
    Map<String, Goal> goals = new LinkedHashMap<>();
    ratios.forEach(
        (name, ratio) -> {
          Double goal = GOALS.get(name);
          if (goal != null) {
            goals.put(name, new Goal(goal, ratio >= goal));
          }
        });
    return new SinkReport(lines, ratios, goals);
  }

  /** Whether no goal was missed. */
  public boolean met() {
    return goals.values().stream().allMatch(Goal::met);
  }

  /** For people: a table, and each ratio with its goal. */
  public List<String> text() {
    List<String> text = new ArrayList<>();
    text.add(
        "variant            rows/s  checkpoint ms  state MiB  heap MiB  CPU us/row: writer  server");
    for (Line line : variants) {
      text.add(
          String.format(
              Locale.ROOT,
              "%-16s %8d %14d %10.1f %9d %19.1f %7.1f",
              line.name(),
              line.median(),
              line.snapshotMs(),
              line.snapshotMib(),
              line.heapMib(),
              line.clientCpuUsPerRow(),
              line.serverCpuUsPerRow()));
    }
    ratios.forEach(
        (name, ratio) -> {
          Goal goal = goals.get(name);
          text.add(
              String.format(Locale.ROOT, "%-18s %.2f", name, ratio)
                  + (goal == null
                      ? ""
                      : " (goal " + goal.atLeast() + ": " + (goal.met() ? "met" : "MISSED") + ")"));
        });
    return text;
  }

  private static Line line(Variant variant, List<VariantRun> rounds) {
    List<Double> rates = rounds.stream().flatMap(run -> run.rates().stream()).toList();
    if (rates.isEmpty()) {
      throw new BenchFailure(
          "%s: no window of %s was filled; measure for longer"
              .formatted(variant.label(), variant.window()));
    }
    List<Checkpoint> checkpoints =
        rounds.stream().flatMap(run -> run.checkpoints().stream()).toList();
    long measured = rounds.stream().mapToLong(VariantRun::rowsMeasured).sum();
    return new Line(
        variant.label(),
        rates.stream().map(Math::round).toList(),
        Math.round(Throughput.median(rates)),
        Math.round(median(checkpoints.stream().map(c -> (double) c.millis()).toList())),
        rounded(median(checkpoints.stream().map(c -> c.bytes() / 1048576.0).toList())),
        rounds.stream().mapToLong(VariantRun::heapBytes).max().orElse(0) >> 20,
        rounds.stream().mapToLong(VariantRun::rowsGiven).sum(),
        rounded(rounds.stream().mapToLong(VariantRun::clientCpuNanos).sum() / 1e3 / measured),
        rounded(rounds.stream().mapToLong(VariantRun::serverCpuNanos).sum() / 1e3 / measured));
  }

  /** Exactly once is as fast as the slower of its two intervals: the goal holds for both. */
  private static Map<String, Double> ratios(Map<Variant, Double> medians) {
    Optional<Double> client = Optional.ofNullable(medians.get(Variant.CLIENT));
    Optional<Double> jdbc = Optional.ofNullable(medians.get(Variant.JDBC));
    OptionalDouble exactlyOnce =
        medians.entrySet().stream()
            .filter(
                entry ->
                    entry.getKey() == Variant.EXACTLY_ONCE_1S
                        || entry.getKey() == Variant.EXACTLY_ONCE_5S)
            .mapToDouble(Map.Entry::getValue)
            .min();
    Map<String, Double> ratios = new LinkedHashMap<>();
    client.ifPresent(
        base -> {
          exactlyOnce.ifPresent(rate -> ratios.put("eo_vs_client", rounded(rate / base)));
          put(ratios, "eo_1s_vs_client", medians.get(Variant.EXACTLY_ONCE_1S), base);
          put(ratios, "eo_5s_vs_client", medians.get(Variant.EXACTLY_ONCE_5S), base);
          put(ratios, "alo_vs_client", medians.get(Variant.AT_LEAST_ONCE), base);
          put(ratios, "jdbc_vs_client", medians.get(Variant.JDBC), base);
        });
    jdbc.ifPresent(
        base -> exactlyOnce.ifPresent(rate -> ratios.put("eo_vs_jdbc", rounded(rate / base))));
    return ratios;
  }

  private static void put(Map<String, Double> ratios, String name, Double rate, double base) {
    if (rate != null) {
      ratios.put(name, rounded(rate / base));
    }
  }

  private static double median(List<Double> values) {
    return values.isEmpty() ? 0 : Throughput.median(values);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
