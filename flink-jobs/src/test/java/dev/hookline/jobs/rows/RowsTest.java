package dev.hookline.jobs.rows;

import static dev.hookline.jobs.Events.TIME;
import static dev.hookline.jobs.Events.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.WireRecord;
import dev.hookline.jobs.Events;
import dev.hookline.jobs.metrics.HourTotals;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.NormalizedEvent.Payload;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.source.LogRecord;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.RowWriter;
import dev.hookline.sink.clickhouse.TableSchema;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RowsTest {

  @Test
  void anEventFillsEveryColumnInTheTablesOrder() {
    Map<String, Object> row = rowOf(event("a").offset(7));
    assertThat(row)
        .containsEntry("org", "acme")
        .containsEntry("source", "github")
        .containsEntry("event_id", "a")
        .containsEntry("late", 0L)
        .containsEntry("kafka_offset", 7L)
        .containsEntry("contributions", Map.of("pr_merged", 1L))
        .containsEntry("payload", "{}")
        .containsEntry("payload_size", 2L);
  }

  @Test
  void theOlderCopyHasTheHigherVersion() {
    assertThat(EventRows.version(TIME)).isGreaterThan(EventRows.version(TIME.plusMillis(1)));
    assertThat(EventRows.version(Instant.ofEpochMilli(1))).isEqualTo(Long.MAX_VALUE);
    assertThat(rowOf(event("a").received(TIME)).get("version"))
        .isEqualTo(Long.MAX_VALUE - TIME.toEpochMilli() + 1);
  }

  @Test
  void thePartitionIsTheMonthInUtc() {
    assertThat(
            EventRows.partition(
                event("a").at(Instant.parse("2026-02-28T23:59:59.999Z")).normalised()))
        .isEqualTo(202602);
    assertThat(EventRows.month(Instant.EPOCH)).isEqualTo(197001);
    assertThat(
            HourRows.partition(
                new PersonHour(
                    "o",
                    "s",
                    "p",
                    Instant.parse("2026-03-01T00:00:00Z").toEpochMilli(),
                    HourTotals.NONE)))
        .isEqualTo(202603);
  }

  @Test
  void aFormIsStoredAsItsJsonAndMeasuredAsReceived() {
    Map<String, Object> row = rowOf(event("a").form("x=1&payload=%7B%22b%22%3A+1%7D"));
    assertThat(row).containsEntry("payload", "{\"b\": 1}").containsEntry("payload_size", 30L);
  }

  @Test
  void whatIsNotTextBecomesTheReplacementCharacter() {
    byte[] body = {'{', '"', (byte) 0xC3, 0, '"', '}'};
    assertThat(payloadOf(body)).isEqualTo("{\"\uFFFD\uFFFD\"}");
  }

  @Test
  void aPayloadOverOneMebibyteIsLeftOutWithItsSize() {
    byte[] body = new byte[Payload.MAX_STORED_BYTES + 1];
    assertThat(payloadOf(body)).isNull();
  }

  @Test
  void anHourFillsEveryColumnAndCountsItsEventsInTheVersion() {
    HourTotals totals =
        HourTotals.NONE.plus(Map.of(Metric.REVIEWS, 1L)).plus(Map.of(Metric.REVIEW_LATENCY_MS, 9L));
    PersonHour hour = new PersonHour("acme", "github", "9", 3_600_000, totals);
    Map<String, Object> row = written(HourRows.SCHEMA, out -> HourRows.write(hour, out));
    assertThat(row)
        .containsEntry("hour", 3_600_000L)
        .containsEntry("reviews", 1L)
        .containsEntry("review_latency_ms", 9L)
        .containsEntry("pr_opened", 0L)
        .containsEntry("events", 2L)
        .containsEntry("version", 2L);
  }

  @Test
  void aRejectFillsEveryColumnAndKeepsWhatItCan() {
    LogRecord log =
        new LogRecord(
            "webhook-events", 2, 9, 0, new WireRecord(null, Map.of(), new byte[] {'a', 0, 'b'}));
    Map<String, Object> row = reject(Reject.ofRecord(log, RejectReason.MISSING_HEADER, "d\0"));
    assertThat(row)
        .containsEntry("topic", "webhook-events")
        .containsEntry("kafka_partition", 2L)
        .containsEntry("kafka_offset", 9L)
        .containsEntry("reason", "missing_header")
        .containsEntry("detail", "d\uFFFD")
        .containsEntry("received_at", Instant.EPOCH)
        .containsEntry("payload", "a\uFFFDb")
        .containsEntry("payload_size", 3L);
  }

  @Test
  void aConflictWhoseBodyWasNotCarriedHasNoPayloadButASize() {
    Events large = event("a").body("x".repeat(Payload.MAX_STORED_BYTES + 1));
    Map<String, Object> row = reject(Reject.ofConflict(large.normalised(), "d"));
    assertThat(row)
        .containsEntry("payload", null)
        .containsEntry("payload_size", (long) Payload.MAX_STORED_BYTES + 1);
  }

  private static Object payloadOf(byte[] body) {
    NormalizedEvent event = event("a").normalised();
    NormalizedEvent with =
        new NormalizedEvent(
            event.identity(),
            event.delivery(),
            event.subject(),
            event.time(),
            event.credit(),
            Payload.of(body, ContentType.JSON));
    Map<String, Object> row = written(EventRows.SCHEMA, out -> EventRows.write(with, out));
    assertThat(row).containsEntry("payload_size", (long) body.length);
    return row.get("payload");
  }

  private static Map<String, Object> rowOf(Events event) {
    return written(EventRows.SCHEMA, out -> EventRows.write(event.normalised(), out));
  }

  private static Map<String, Object> reject(Reject reject) {
    return written(RejectRows.SCHEMA, out -> RejectRows.write(reject, out));
  }

  /** What a mapper gives, column by column; the order must be the schema's. */
  private static Map<String, Object> written(TableSchema schema, Consumer<RowWriter> mapper) {
    Map<String, Object> row = new LinkedHashMap<>();
    RowWriter writer =
        (RowWriter)
            Proxy.newProxyInstance(
                RowsTest.class.getClassLoader(),
                new Class<?>[] {RowWriter.class},
                (proxy, method, arguments) -> {
                  assertThat(row).doesNotContainKey((String) arguments[0]);
                  row.put(
                      (String) arguments[0],
                      arguments[1] instanceof byte[] bytes
                          ? new String(bytes, UTF_8)
                          : arguments[1]);
                  return proxy;
                });
    mapper.accept(writer);
    assertThat(row.keySet())
        .containsExactlyElementsOf(schema.columns().stream().map(Column::name).toList());
    return row;
  }
}
