package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * People's hours, counted anew from what the senders meant, for the rows that are there: so a
 * delivery of which nobody knows whether it was accepted counts exactly when it has a row. Each row
 * must also have the times that {@link RowTimes} allows it.
 *
 * <p>The metric {@code events} is the number of events in a cell's hour. An hour without a measured
 * review has no average, which is not an average of 0.
 */
public final class AggregatesAgree implements Checker {

  /** The column of an hour's average, in milliseconds: of all its measured reviews, not of rows. */
  public static final String AVERAGE = "review_latency_avg_ms";

  private static final String EVENTS = "events";
  private static final String SUM = "review_latency_ms";
  private static final String COUNT = "review_latency_count";

  /** For the last digits of a quotient. */
  private static final double TOLERANCE = 1e-9;

  private static final Comparator<PersonCell> ORDER =
      Comparator.comparing(PersonCell::hourMillis)
          .thenComparing(PersonCell::org)
          .thenComparing(PersonCell::source)
          .thenComparing(PersonCell::person)
          .thenComparing(PersonCell::metric);

  @Override
  public String name() {
    return "AggregatesAgree";
  }

  @Override
  public List<Violation> check(Findings findings) {
    Map<PersonCell, Long> hours = new HashMap<>();
    Map<PersonCell, Long> windows = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    Set<String> counted = new HashSet<>();
    for (EventRow row : findings.tables().events()) {
      Intent intent = findings.history().intent(row.identity()).orElse(null);
      if (intent == null || intent.fate() != Fate.ROW) {
        continue;
      }
      RowTimes.wrong(intent, findings.history().operations(row.identity()), row)
          .forEach(text -> violations.add(new Violation(name(), row.identity(), text)));
      if (counted.add(row.identity()) && !intent.person().isEmpty()) {
        add(hours, intent);
        if (!EventHours.isLate(intent, row.receivedAtMillis())) {
          add(windows, intent);
        }
      }
    }
    compare("v_employee_metrics_hourly", hours, findings.tables().hours(), violations);
    compare("v_employee_windows", windows, findings.tables().windows(), violations);
    averages(hours, findings.tables().averages(), violations);
    return violations;
  }

  private static void add(Map<PersonCell, Long> cells, Intent intent) {
    long hour = EventHours.hourOf(intent.payloadTimeMillis());
    if (intent.contributions().isEmpty()) {
      return;
    }
    intent
        .contributions()
        .forEach((metric, amount) -> cells.merge(cell(intent, hour, metric), amount, Long::sum));
    cells.merge(cell(intent, hour, EVENTS), 1L, Long::sum);
  }

  private static PersonCell cell(Intent intent, long hour, String metric) {
    return new PersonCell(intent.org(), intent.source(), intent.person(), hour, metric);
  }

  private void compare(
      String view,
      Map<PersonCell, Long> recounted,
      Map<PersonCell, Long> stored,
      List<Violation> violations) {
    Set<PersonCell> cells = new TreeSet<>(ORDER);
    cells.addAll(recounted.keySet());
    cells.addAll(stored.keySet());
    for (PersonCell cell : cells) {
      long expected = recounted.getOrDefault(cell, 0L);
      long found = stored.getOrDefault(cell, 0L);
      if (expected != found) {
        violations.add(differs(view, cell, expected, found));
      }
    }
  }

  private void averages(
      Map<PersonCell, Long> recounted, Map<PersonCell, Double> stored, List<Violation> violations) {
    Map<PersonCell, Double> expected = new HashMap<>();
    recounted.forEach(
        (cell, count) -> {
          if (cell.metric().equals(COUNT) && count != 0) {
            double sum = recounted.getOrDefault(sibling(cell, SUM), 0L);
            expected.put(sibling(cell, AVERAGE), sum / count);
          }
        });
    Set<PersonCell> cells = new TreeSet<>(ORDER);
    cells.addAll(expected.keySet());
    cells.addAll(stored.keySet());
    for (PersonCell cell : cells) {
      double must = expected.getOrDefault(cell, Double.NaN);
      double says = stored.getOrDefault(cell, Double.NaN);
      boolean none = Double.isNaN(must) && Double.isNaN(says);
      if (!none && !(Math.abs(must - says) <= TOLERANCE * Math.abs(must))) {
        violations.add(differs("v_employee_metrics_hourly", cell, average(must), average(says)));
      }
    }
  }

  private static PersonCell sibling(PersonCell cell, String metric) {
    return new PersonCell(cell.org(), cell.source(), cell.person(), cell.hourMillis(), metric);
  }

  private static String average(double value) {
    return Double.isNaN(value) ? "NULL" : Double.toString(value);
  }

  private Violation differs(String view, PersonCell cell, Object expected, Object found) {
    return new Violation(
        name(),
        "%s %s %s %s %s"
            .formatted(
                Instant.ofEpochMilli(cell.hourMillis()),
                cell.org(),
                cell.source(),
                cell.person(),
                cell.metric()),
        view + " must say " + expected + " and says " + found);
  }
}
