package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.history.History;
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
 * What materialized views have counted equals what they should have counted: the view of hours
 * against the rows, and against what the senders meant by those rows; the ledger against the rows,
 * event by event. Each event counts once here, however often it is there: copies are for {@link
 * NoDuplicates} to tell, and a view that counts a copy exceeds.
 */
public final class ViewsAgree implements Checker {

  private static final double TOLERANCE = 1e-9;
  private static final TypeCount NOTHING = new TypeCount(0, Double.NaN);

  private static final Comparator<TypeCell> ORDER =
      Comparator.comparing(TypeCell::hourMillis)
          .thenComparing(TypeCell::org)
          .thenComparing(TypeCell::source)
          .thenComparing(TypeCell::eventType);

  @Override
  public String name() {
    return "ViewsAgree";
  }

  @Override
  public List<Violation> check(Findings findings) {
    Map<TypeCell, Sum> ofRows = new HashMap<>();
    Map<TypeCell, Sum> ofHistory = new HashMap<>();
    Set<String> counted = new HashSet<>();
    for (EventRow row : findings.tables().events()) {
      if (counted.add(row.identity())) {
        String[] parts = row.identity().split(":", 3);
        add(ofRows, parts, row.eventType(), row.eventTimeMillis(), row.payloadSize());
        addMeant(ofHistory, findings.history(), parts, row);
      }
    }
    List<Violation> violations = new ArrayList<>();
    Map<TypeCell, TypeCount> view = findings.tables().eventsByHour();
    Set<TypeCell> cells = new TreeSet<>(ORDER);
    cells.addAll(ofRows.keySet());
    cells.addAll(ofHistory.keySet());
    cells.addAll(view.keySet());
    for (TypeCell cell : cells) {
      TypeCount counts = view.getOrDefault(cell, NOTHING);
      TypeCount rows = count(ofRows.get(cell));
      TypeCount meant = count(ofHistory.get(cell));
      if (!same(counts, rows) || !same(counts, meant)) {
        violations.add(
            new Violation(
                name(),
                "%s %s %s %s"
                    .formatted(
                        Instant.ofEpochMilli(cell.hourMillis()),
                        cell.org(),
                        cell.source(),
                        cell.eventType()),
                "v_events_by_hour says %s, the rows say %s, the history says %s"
                    .formatted(text(counts), text(rows), text(meant))));
      }
    }
    ledger(findings.tables(), counted, violations);
    return violations;
  }

  private void ledger(Tables tables, Set<String> readable, List<Violation> violations) {
    Set<String> given = new TreeSet<>();
    for (LedgerRow row : tables.ledger()) {
      given.add(row.identity());
    }
    Set<String> missing = new TreeSet<>(readable);
    missing.removeAll(given);
    missing.forEach(
        identity ->
            violations.add(new Violation(name(), identity, "a row that no view was given")));
    given.removeAll(readable);
    given.forEach(
        identity ->
            violations.add(
                new Violation(name(), identity, "a view was given a row that nobody reads")));
  }

  /** By what its sender meant; a row that has no meaning counts as it is. */
  private static void addMeant(
      Map<TypeCell, Sum> sums, History history, String[] parts, EventRow row) {
    Intent intent = history.intent(row.identity()).orElse(null);
    if (intent == null || intent.fate() != Fate.ROW) {
      add(sums, parts, row.eventType(), row.eventTimeMillis(), row.payloadSize());
    } else {
      add(
          sums,
          new String[] {intent.org(), intent.source()},
          intent.eventType(),
          EventHours.eventTime(intent, row.receivedAtMillis()),
          intent.payloadBytes());
    }
  }

  private static void add(
      Map<TypeCell, Sum> sums, String[] parts, String eventType, long timeMillis, long bytes) {
    TypeCell cell =
        new TypeCell(
            parts[0], parts.length > 1 ? parts[1] : "", eventType, EventHours.hourOf(timeMillis));
    sums.computeIfAbsent(cell, any -> new Sum()).add(bytes);
  }

  private static TypeCount count(Sum sum) {
    return sum == null ? NOTHING : sum.count();
  }

  private static boolean same(TypeCount a, TypeCount b) {
    double difference = Math.abs(a.averagePayloadBytes() - b.averagePayloadBytes());
    boolean none = Double.isNaN(a.averagePayloadBytes()) && Double.isNaN(b.averagePayloadBytes());
    return a.events() == b.events()
        && (none || difference <= TOLERANCE * Math.abs(b.averagePayloadBytes()));
  }

  private static String text(TypeCount count) {
    return count.events() + " events of " + count.averagePayloadBytes() + " bytes on average";
  }

  /** Events, and the bytes of those that have any. */
  private static final class Sum {
    private long events;
    private long sized;
    private long bytes;

    void add(long size) {
      events++;
      sized += size > 0 ? 1 : 0;
      bytes += size;
    }

    TypeCount count() {
      return new TypeCount(events, sized == 0 ? Double.NaN : (double) bytes / sized);
    }
  }
}
