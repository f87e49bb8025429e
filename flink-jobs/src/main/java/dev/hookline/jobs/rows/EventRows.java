package dev.hookline.jobs.rows;

import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.Text;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.RowWriter;
import dev.hookline.sink.clickhouse.TableSchema;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows of {@code normalized_events}. */
public final class EventRows {

  /** The table's name. */
  public static final String TABLE = "normalized_events";

  /** The table's partition key; every part of it is a function of identity and payload. */
  public static final String PARTITION_BY = "toYYYYMM(payload_time)";

  /** The table's columns. */
  public static final TableSchema SCHEMA =
      TableSchema.of(
          Column.of("org", "LowCardinality(String)"),
          Column.of("source", "LowCardinality(String)"),
          Column.of("event_type", "LowCardinality(String)"),
          Column.of("action", "LowCardinality(String)"),
          Column.of("event_id", "String"),
          Column.of("delivery_id", "String"),
          Column.of("hook_id", "String"),
          Column.of("repo_id", "UInt64"),
          Column.of("repo_name", "String"),
          Column.of("actor_id", "String"),
          Column.of("actor_login", "String"),
          Column.of("actor_kind", "LowCardinality(String)"),
          Column.of("entity_id", "String"),
          Column.of("payload_time", "DateTime64(3, 'UTC')"),
          Column.of("event_time", "DateTime64(3, 'UTC')"),
          Column.of("event_time_source", "LowCardinality(String)"),
          Column.of("received_at", "DateTime64(3, 'UTC')"),
          Column.of("late", "UInt8"),
          Column.of("content_hash", "String"),
          Column.of("kafka_partition", "Int32"),
          Column.of("kafka_offset", "Int64"),
          Column.of("person_id", "String"),
          Column.of("person_login", "String"),
          Column.of("contributions", "Map(LowCardinality(String), Int64)"),
          Column.of("payload", "Nullable(String)"),
          Column.of("payload_size", "UInt64"),
          Column.of("version", "UInt64"));

  private EventRows() {}

  /**
   * The row of an event.
   *
   * @param event not null
   * @param row takes the values in the order of {@link #SCHEMA}
   */
  public static void write(NormalizedEvent event, RowWriter row) {
    NormalizedEvent.Delivery delivery = event.delivery();
    NormalizedEvent.Subject subject = event.subject();
    NormalizedEvent.EventTime time = event.time();
    row.string("org", event.identity().org())
        .string("source", event.identity().source().wireName())
        .string("event_type", delivery.eventType())
        .string("action", subject.action())
        .string("event_id", event.identity().eventId())
        .string("delivery_id", delivery.deliveryId())
        .string("hook_id", delivery.hookId())
        .integer("repo_id", subject.repoId())
        .string("repo_name", subject.repoName())
        .string("actor_id", subject.actor().id())
        .string("actor_login", subject.actor().login())
        .string("actor_kind", subject.actor().kind().wireName())
        .string("entity_id", subject.entityId())
        .timestamp("payload_time", time.payloadTime())
        .timestamp("event_time", time.eventTime())
        .string("event_time_source", time.source().wireName())
        .timestamp("received_at", delivery.receivedAt())
        .integer("late", time.late() ? 1 : 0)
        .string("content_hash", delivery.contentHash())
        .integer("kafka_partition", delivery.kafkaPartition())
        .integer("kafka_offset", delivery.kafkaOffset())
        .string("person_id", event.credit().personId())
        .string("person_login", event.credit().personLogin())
        .map("contributions", contributions(event))
        .value("payload", payload(event))
        .integer("payload_size", event.payload().size())
        .integer("version", version(delivery.receivedAt()));
  }

  /**
   * Tells the table's partitions apart.
   *
   * @param event not null
   * @return year and month of the payload's time, such as 202511
   */
  public static Object partition(NormalizedEvent event) {
    return month(event.time().payloadTime());
  }

  /**
   * The older copy wins in FINAL for ever: 2^63 − milliseconds of the receipt.
   *
   * @param receivedAt after 1970
   * @return below 2^63
   */
  static long version(Instant receivedAt) {
    return Long.MAX_VALUE - receivedAt.toEpochMilli() + 1;
  }

  /**
   * What {@code toYYYYMM} gives.
   *
   * @param time not null
   * @return year times 100 plus month, in UTC
   */
  static int month(Instant time) {
    ZonedDateTime utc = time.atZone(ZoneOffset.UTC);
    return utc.getYear() * 100 + utc.getMonthValue();
  }

  private static Map<String, Long> contributions(NormalizedEvent event) {
    if (event.credit().contributions().isEmpty()) {
      return Map.of();
    }
    Map<String, Long> byColumn = new LinkedHashMap<>();
    event
        .credit()
        .contributions()
        .forEach((metric, amount) -> byColumn.put(metric.column(), amount));
    return byColumn;
  }

  private static byte[] payload(NormalizedEvent event) {
    byte[] body = event.payload().body();
    if (body == null) {
      return null;
    }
    try {
      return Text.cleanUtf8(JsonBody.json(event.payload().contentType(), body));
    } catch (MalformedBodyException e) {
      // The normaliser has read this very JSON, so only a fault of ours leads here.
      throw new IllegalStateException("no JSON in the body of " + event.identity(), e);
    }
  }
}
