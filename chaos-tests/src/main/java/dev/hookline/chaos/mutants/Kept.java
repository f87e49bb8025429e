package dev.hookline.chaos.mutants;

import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.history.HistoryLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What the checkers were given of one version, as files for who looks into it: its database is gone
 * when its run has ended.
 */
public final class Kept {

  private Kept() {}

  /**
   * Writes {@code history.jsonl} and {@code tables.txt}.
   *
   * @param folder made when missing; files of that name in it are overwritten
   * @throws UncheckedIOException when they cannot be written
   */
  public static void write(Path folder, Findings findings) {
    Path history = folder.resolve("history.jsonl");
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(history);
      Files.write(folder.resolve("tables.txt"), lines(findings.tables()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write down what was read in " + folder, e);
    }
    try (HistoryLog log = new HistoryLog(history)) {
      findings.history().intents().forEach(log::intent);
      findings.history().operations().forEach(log::operation);
    }
  }

  private static List<String> lines(Tables tables) {
    List<String> lines = new ArrayList<>();
    add(lines, "normalized_events", tables.physical());
    add(lines, "v_events", tables.events());
    add(lines, "chaos_ledger", tables.ledger());
    add(lines, "v_employee_metrics_hourly", tables.hours().entrySet());
    add(lines, "review_latency_avg_ms", tables.averages().entrySet());
    add(lines, "v_employee_windows", tables.windows().entrySet());
    add(lines, "v_events_by_hour", tables.eventsByHour().entrySet());
    add(lines, "v_rejected_events", tables.rejected());
    return lines;
  }

  private static void add(List<String> lines, String table, Collection<?> rows) {
    rows.stream().map(row -> table + " " + row).sorted().forEach(lines::add);
  }
}
