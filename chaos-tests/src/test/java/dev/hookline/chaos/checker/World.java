package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A history and tables that can be changed piece by piece, so that a test plants one fault. What is
 * put in by {@link #event} is put in everywhere, as a product without faults would.
 */
final class World {

  static final long HOUR = 3_600_000;
  static final long DAY = 24 * HOUR;

  /** 2026-03-02T10:30:00Z. */
  static final long NOW = 1_772_447_400_000L;

  final List<Intent> intents = new ArrayList<>();
  final List<Operation> operations = new ArrayList<>();
  final List<EventRow> physical = new ArrayList<>();
  final List<EventRow> events = new ArrayList<>();
  final List<LedgerRow> ledger = new ArrayList<>();
  final Map<PersonCell, Long> hours = new HashMap<>();
  final Map<PersonCell, Long> windows = new HashMap<>();
  final Map<PersonCell, Double> averages = new HashMap<>();
  final Map<TypeCell, TypeCount> eventsByHour = new HashMap<>();
  final List<RejectedRow> rejected = new ArrayList<>();
  final Map<String, Long> sizes = new HashMap<>(Map.of("checkpoint bytes", 1_000L));
  final Map<String, Long> limits = new HashMap<>(Map.of("checkpoint bytes", 1_000L));
  double drainSeconds = 12;

  Findings findings() {
    return new Findings(
        History.of(intents, operations),
        new Tables(physical, events, ledger, hours, windows, averages, eventsByHour, rejected),
        new Measures(drainSeconds, 60, sizes, limits));
  }

  static Intent intent(
      String identity, Fate fate, long happened, String person, Map<String, Long> contributions) {
    String[] parts = identity.split(":", 3);
    return new Intent(
        identity,
        parts[0],
        parts[1],
        "pull_request",
        "body-of-" + identity,
        "json-of-" + identity,
        1_000 + identity.length(),
        happened,
        fate,
        person,
        contributions);
  }

  World attempt(String identity, Outcome outcome, int status) {
    int number = (int) operations.stream().filter(o -> o.identity().equals(identity)).count() + 1;
    operations.add(
        new Operation(
            identity, number, 1, NOW - 10, NOW + number, outcome, status, "as it was answered"));
    return this;
  }

  /** A delivery as it should be: sent, answered by {@code outcome}, and there. */
  World event(Intent intent, boolean late, Outcome outcome) {
    intents.add(intent);
    attempt(intent.identity(), outcome, outcome == Outcome.OK ? 202 : 0);
    return row(intent, late, "block-1");
  }

  /** The row alone, with all that follows from it. */
  World row(Intent intent, boolean late, String block) {
    EventRow row = rowOf(intent, late, block);
    physical.add(row);
    events.add(row);
    ledger.add(new LedgerRow(block, intent.identity()));
    count(row, intent, late);
    return this;
  }

  static EventRow rowOf(Intent intent, boolean late, String block) {
    return new EventRow(
        intent.identity(),
        intent.eventType(),
        intent.bodyHash(),
        intent.payloadHash(),
        intent.payloadBytes(),
        intent.payloadTimeMillis() == 0 ? NOW : intent.payloadTimeMillis(),
        NOW,
        late,
        block);
  }

  private void count(EventRow row, Intent intent, boolean late) {
    long hour = row.eventTimeMillis() / HOUR * HOUR;
    TypeCell type = new TypeCell(intent.org(), intent.source(), intent.eventType(), hour);
    TypeCount before = eventsByHour.getOrDefault(type, new TypeCount(0, 0));
    long bytes = Math.round(before.averagePayloadBytes() * before.events()) + row.payloadSize();
    eventsByHour.put(
        type, new TypeCount(before.events() + 1, (double) bytes / (before.events() + 1)));
    if (intent.person().isEmpty() || intent.contributions().isEmpty()) {
      return;
    }
    Map<String, Long> amounts = new HashMap<>(intent.contributions());
    amounts.put("events", 1L);
    amounts.forEach(
        (metric, amount) -> {
          PersonCell cell = cell(intent, hour, metric);
          hours.merge(cell, amount, Long::sum);
          if (!late) {
            windows.merge(cell, amount, Long::sum);
          }
        });
    double reviews = hours.getOrDefault(cell(intent, hour, "review_latency_count"), 0L);
    long latency = hours.getOrDefault(cell(intent, hour, "review_latency_ms"), 0L);
    averages.put(
        cell(intent, hour, "review_latency_avg_ms"), reviews == 0 ? Double.NaN : latency / reviews);
  }

  static PersonCell cell(Intent intent, long hour, String metric) {
    return new PersonCell(intent.org(), intent.source(), intent.person(), hour, metric);
  }
}
