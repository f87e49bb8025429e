package dev.hookline.jobs.rows;

import dev.hookline.contract.WireRecord;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.Text;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.RowWriter;
import dev.hookline.sink.clickhouse.TableSchema;

/** Rows of {@code rejected_events}, keyed by the record's place in the log and the reason. */
public final class RejectRows {

  /** The table's name. */
  public static final String TABLE = "rejected_events";

  /** The table's columns. */
  public static final TableSchema SCHEMA =
      TableSchema.of(
          Column.of("topic", "LowCardinality(String)"),
          Column.of("kafka_partition", "Int32"),
          Column.of("kafka_offset", "Int64"),
          Column.of("reason", "LowCardinality(String)"),
          Column.of("detail", "String"),
          Column.of("org", "String"),
          Column.of("source", "String"),
          Column.of("event_type", "String"),
          Column.of("event_id", "String"),
          Column.of("delivery_id", "String"),
          Column.of("hook_id", "String"),
          Column.of("received_at", "DateTime64(3, 'UTC')"),
          Column.of("content_hash", "String"),
          Column.of("payload", "Nullable(String)"),
          Column.of("payload_size", "UInt64"),
          Column.of("version", "UInt64"));

  private RejectRows() {}

  /**
   * The row of a reject.
   *
   * @param reject not null
   * @param row takes the values in the order of {@link #SCHEMA}
   */
  public static void write(Reject reject, RowWriter row) {
    Reject.Label label = reject.label();
    row.string("topic", reject.topic())
        .integer("kafka_partition", reject.partition())
        .integer("kafka_offset", reject.offset())
        .string("reason", reject.reason().wireName())
        .string("detail", Text.clean(reject.detail()))
        .string("org", Text.clean(label.org()))
        .string("source", Text.clean(label.source()))
        .string("event_type", Text.clean(label.eventType()))
        .string("event_id", Text.clean(label.eventId()))
        .string("delivery_id", Text.clean(label.deliveryId()))
        .string("hook_id", Text.clean(label.hookId()))
        .timestamp("received_at", label.receivedAt())
        .string("content_hash", Text.clean(label.contentHash()))
        .value("payload", payload(reject))
        .integer("payload_size", reject.size())
        .integer("version", 0);
  }

  /** The value as it is, a form still encoded: a reject is kept as it came. */
  private static String payload(Reject reject) {
    WireRecord wire = reject.wire();
    boolean isWhole = wire != null && wire.value() != null && wire.value().length == reject.size();
    return isWhole && reject.size() <= NormalizedEvent.Payload.MAX_STORED_BYTES
        ? Text.ofUtf8(wire.value())
        : null;
  }
}
