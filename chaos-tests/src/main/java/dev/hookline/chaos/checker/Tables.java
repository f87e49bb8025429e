package dev.hookline.chaos.checker;

import java.util.List;
import java.util.Map;

/**
 * What ClickHouse holds.
 *
 * @param physical rows of {@code normalized_events} without FINAL, merges stopped
 * @param events rows of {@code v_events}
 * @param ledger rows of a table that a materialized view fills with (ingest_block, identity) of
 *     every row that is inserted, as they lie there: only the tests add it
 * @param hours cell to amount, of {@code v_employee_metrics_hourly}; zeros left out. An hour with
 *     more than one row has a cell that no metric is named like
 * @param windows the same of {@code v_employee_windows}: without late events
 * @param averages cell to average, of {@code v_employee_metrics_hourly}: a cell for each of its
 *     rows, NaN where it says that there is none
 * @param eventsByHour cell to count, of {@code v_events_by_hour}; of a cell with more than one row
 *     the average is infinite
 * @param rejected rows of {@code v_rejected_events}
 */
public record Tables(
    List<EventRow> physical,
    List<EventRow> events,
    List<LedgerRow> ledger,
    Map<PersonCell, Long> hours,
    Map<PersonCell, Long> windows,
    Map<PersonCell, Double> averages,
    Map<TypeCell, TypeCount> eventsByHour,
    List<RejectedRow> rejected) {

  /** Copies everything. */
  public Tables {
    physical = List.copyOf(physical);
    events = List.copyOf(events);
    ledger = List.copyOf(ledger);
    hours = Map.copyOf(hours);
    windows = Map.copyOf(windows);
    averages = Map.copyOf(averages);
    eventsByHour = Map.copyOf(eventsByHour);
    rejected = List.copyOf(rejected);
  }

  /**
   * One event.
   *
   * @param identity {@code org:source:eventId}
   * @param eventType the provider's event type
   * @param contentHash of the body, as the row says, lower-case hex
   * @param payloadHash SHA-256 of the column {@code payload}, computed by ClickHouse; empty where
   *     there is none
   * @param payloadSize as the row says, bytes
   * @param eventTimeMillis the label of its hour, ms since 1970
   * @param receivedAtMillis as the row says, ms since 1970
   * @param late as the row says
   * @param ingestBlock the block that brought it
   */
  public record EventRow(
      String identity,
      String eventType,
      String contentHash,
      String payloadHash,
      long payloadSize,
      long eventTimeMillis,
      long receivedAtMillis,
      boolean late,
      String ingestBlock) {}

  /** One row that a view was given. */
  public record LedgerRow(String ingestBlock, String identity) {}

  /** One number of a person's hour; {@code hourMillis} is its first instant, ms since 1970. */
  public record PersonCell(
      String org, String source, String person, long hourMillis, String metric) {}

  /** One hour of one event type. */
  public record TypeCell(String org, String source, String eventType, long hourMillis) {}

  /**
   * What a view counted.
   *
   * @param events how many
   * @param averagePayloadBytes NaN where there is none
   */
  public record TypeCount(long events, double averagePayloadBytes) {}

  /** One record that could not become a row. */
  public record RejectedRow(String identity, String reason, String contentHash) {}
}
