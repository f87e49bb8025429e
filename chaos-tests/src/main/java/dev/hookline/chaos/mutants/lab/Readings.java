package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.checker.Checkers;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.mutants.Kept;
import dev.hookline.chaos.tables.TablesReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Compares a sender's history with what a job has written of its organisations; other mutants'
 * events are in the same tables.
 */
public final class Readings {

  private static final Measures NONE = new Measures(0, 0, Map.of(), Map.of());

  private Readings() {}

  /**
   * Reads and checks; to be called when the job has written everything. What was read stays below
   * {@link Lab#readings}: a version is looked at when others have been played since.
   *
   * @param lab where the job runs
   * @param version the name of the version that is checked
   * @param job whose database is read
   * @param history what the sender did and saw
   * @param organisations that nobody else sends for
   * @return what the checkers found, all of those that need no measures
   */
  public static List<Violation> check(
      Lab lab, String version, RunningJob job, History history, Set<String> organisations) {
    Tables all = new TablesReader(lab.client(job.database()), TablesReader.MOST_ROWS).read();
    Findings findings = new Findings(history, only(all, organisations), NONE);
    Kept.write(lab.readings(version), findings);
    return Checkers.check(Checkers.ofData(), findings);
  }

  private static Tables only(Tables all, Set<String> organisations) {
    return new Tables(
        rows(all.physical(), organisations, row -> orgOf(row.identity())),
        rows(all.events(), organisations, row -> orgOf(row.identity())),
        rows(all.ledger(), organisations, row -> orgOf(row.identity())),
        cells(all.hours(), organisations, Tables.PersonCell::org),
        cells(all.windows(), organisations, Tables.PersonCell::org),
        cells(all.averages(), organisations, Tables.PersonCell::org),
        cells(all.eventsByHour(), organisations, Tables.TypeCell::org),
        rows(all.rejected(), organisations, row -> orgOf(row.identity())));
  }

  private static String orgOf(String identity) {
    return identity.split(":", 2)[0];
  }

  private static <T> List<T> rows(
      List<T> rows, Set<String> organisations, Function<T, String> org) {
    Predicate<T> ours = row -> organisations.contains(org.apply(row));
    return rows.stream().filter(ours).toList();
  }

  private static <K, V> Map<K, V> cells(
      Map<K, V> cells, Set<String> organisations, Function<K, String> org) {
    Map<K, V> ours = new HashMap<>(cells);
    ours.keySet().removeIf(cell -> !organisations.contains(org.apply(cell)));
    return ours;
  }
}
