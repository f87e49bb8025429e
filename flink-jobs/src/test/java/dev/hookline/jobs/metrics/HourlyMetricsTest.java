package dev.hookline.jobs.metrics;

import static dev.hookline.jobs.Events.TIME;
import static dev.hookline.jobs.Events.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.RejectReason;
import dev.hookline.jobs.Events;
import dev.hookline.jobs.MeasuredEnvironment;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HourlyMetricsTest {

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));
  private static final Duration KEPT = Duration.ofDays(12);
  private static final long FIRE = 5_000;
  private static final long HOUR = Instant.parse("2026-03-05T10:00:00Z").toEpochMilli();
  private static final long PURGE = Lateness.endOf(HOUR) + KEPT.toMillis();

  private KeyedOneInputStreamOperatorTestHarness<
          Tuple3<String, String, String>, Contribution, PersonHour>
      harness;

  private MeasuredEnvironment measured;

  @BeforeEach
  void start() throws Exception {
    harness = newHarness();
    harness.open();
    harness.setProcessingTime(1);
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  @Test
  void aChangedHourIsWrittenAtTheNextFiringAndOnlyThen() throws Exception {
    send(event("a"), event("b").counts(Map.of(Metric.REVIEW_LATENCY_MS, 70L)));
    harness.setProcessingTime(FIRE - 1);
    assertThat(harness.extractOutputValues()).isEmpty();
    harness.setProcessingTime(FIRE);
    assertThat(harness.extractOutputValues())
        .containsExactly(row(HOUR, 2, Map.of(Metric.PR_MERGED, 1L, Metric.REVIEW_LATENCY_MS, 70L)));
    harness.setProcessingTime(3 * FIRE);
    assertThat(harness.extractOutputValues()).hasSize(1);
    send(event("c"));
    harness.setProcessingTime(4 * FIRE);
    assertThat(harness.extractOutputValues()).hasSize(2);
    assertThat(last())
        .isEqualTo(row(HOUR, 3, Map.of(Metric.PR_MERGED, 2L, Metric.REVIEW_LATENCY_MS, 70L)));
    assertThat(last().version()).isEqualTo(3);
  }

  @Test
  void hoursAndPersonsAreApart() throws Exception {
    send(
        event("a"),
        event("b").at(TIME.plusSeconds(1_800)),
        event("c").person("8"),
        event("d").at(TIME.plusSeconds(1_799)));
    harness.setProcessingTime(FIRE);
    assertThat(harness.extractOutputValues())
        .containsExactlyInAnyOrder(
            row(HOUR, 2, Map.of(Metric.PR_MERGED, 2L)),
            row(HOUR + 3_600_000, 1, Map.of(Metric.PR_MERGED, 1L)),
            new PersonHour(
                "acme", "github", "8", HOUR, new HourTotals(1, Map.of(Metric.PR_MERGED, 1L))));
  }

  @Test
  void aChangeThatWaitsForItsFiringSurvivesARestore() throws Exception {
    send(event("a"));
    restore(harness.snapshot(1, 1));
    harness.setProcessingTime(FIRE);
    assertThat(harness.extractOutputValues())
        .containsExactly(row(HOUR, 1, Map.of(Metric.PR_MERGED, 1L)));
  }

  @Test
  void aReplayAfterARestoreGivesTheSameCellAndVersion() throws Exception {
    send(event("a"));
    OperatorSubtaskState snapshot = harness.snapshot(1, 1);
    send(event("b"), event("c").counts(Map.of(Metric.REVIEWS, 1L)));
    harness.setProcessingTime(FIRE);
    PersonHour before = last();
    restore(snapshot);
    send(event("c").counts(Map.of(Metric.REVIEWS, 1L)), event("b"));
    harness.setProcessingTime(2 * FIRE);
    assertThat(last()).isEqualTo(before);
    assertThat(last().version()).isEqualTo(before.version());
  }

  @Test
  void anHourIsWrittenOnceMoreWhenItIsForgottenAndItsStateGoes() throws Exception {
    send(event("a"));
    harness.processWatermark(PURGE - 1);
    assertThat(harness.extractOutputValues()).isEmpty();
    harness.processWatermark(PURGE);
    assertThat(harness.extractOutputValues())
        .containsExactly(row(HOUR, 1, Map.of(Metric.PR_MERGED, 1L)));
    assertThat(harness.numEventTimeTimers()).isZero();
    harness.setProcessingTime(FIRE);
    assertThat(harness.extractOutputValues()).hasSize(1);
    // what is left is how far hours were forgotten
    assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
  }

  @Test
  void anEventOfAForgottenHourIsCountedAndToldAndChangesNothing() throws Exception {
    send(event("a"));
    harness.processWatermark(PURGE);
    assertThat(harness.extractOutputValues()).hasSize(1);
    restore(harness.snapshot(1, 1)); // which forgets the watermark
    send(event("b").offset(5));
    harness.setProcessingTime(FIRE);
    harness.processWatermark(PURGE + 1);
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(measured.counter(HourlyMetrics.EXPIRED_COUNTER)).isEqualTo(1);
    Reject reject = rejects().get(0);
    assertThat(reject.reason()).isEqualTo(RejectReason.WINDOW_EXPIRED);
    assertThat(reject.origin()).isEqualTo("webhook-events/1/5");
    assertThat(reject.label().eventId()).isEqualTo("b");
    assertThat(reject.wire()).isNull();
  }

  @Test
  void aLateEventReplayedAfterItsHourWasForgottenChangesNothing() throws Exception {
    Instant tooLate = Instant.ofEpochMilli(Lateness.endOf(HOUR)).plus(Duration.ofDays(4));
    Events late = event("late").received(tooLate);
    send(event("a"), late, event("just").received(tooLate.minusMillis(1)));
    harness.processWatermark(PURGE);
    PersonHour closed = last();
    assertThat(closed.totals().events()).isEqualTo(2);
    send(late);
    harness.setProcessingTime(FIRE);
    harness.processWatermark(PURGE + 1);
    assertThat(harness.extractOutputValues()).containsExactly(closed);
    assertThat(rejects()).isEmpty();
  }

  @Test
  void whatCountsForNothingOrNobodyDoesNotEnter() throws Exception {
    send(event("a").person(""), event("b").counts(Map.of()));
    harness.setProcessingTime(FIRE);
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(harness.numKeyedStateEntries()).isZero();
  }

  @Test
  void aPartitionThatWasIdleIsCountedThoughOthersRanAhead() throws Exception {
    send(event("a"));
    harness.processWatermark(PURGE - 1);
    send(event("b"));
    harness.setProcessingTime(FIRE);
    assertThat(last()).isEqualTo(row(HOUR, 2, Map.of(Metric.PR_MERGED, 2L)));
  }

  /** As the pipeline does: only what is windowed enters. */
  private void send(Events... events) throws Exception {
    for (Events event : events) {
      NormalizedEvent normalised = event.normalised();
      if (Contribution.isWindowed(normalised)) {
        harness.processElement(new StreamRecord<>(Contribution.of(normalised)));
      }
    }
  }

  private PersonHour last() {
    List<PersonHour> rows = harness.extractOutputValues();
    return rows.get(rows.size() - 1);
  }

  private List<Reject> rejects() {
    Queue<StreamRecord<Reject>> output = harness.getSideOutput(REJECTS);
    return output == null ? List.of() : output.stream().map(StreamRecord::getValue).toList();
  }

  private static PersonHour row(long hour, long events, Map<Metric, Long> sums) {
    return new PersonHour("acme", "github", "9", hour, new HourTotals(events, sums));
  }

  private void restore(OperatorSubtaskState snapshot) throws Exception {
    harness.close();
    harness = newHarness();
    harness.initializeState(snapshot);
    harness.open();
    harness.setProcessingTime(1);
  }

  private KeyedOneInputStreamOperatorTestHarness<
          Tuple3<String, String, String>, Contribution, PersonHour>
      newHarness() throws Exception {
    measured = new MeasuredEnvironment();
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new KeyedProcessOperator<>(new HourlyMetrics(KEPT, Duration.ofMillis(FIRE), REJECTS)),
        HourlyMetrics::key,
        Types.TUPLE(Types.STRING, Types.STRING, Types.STRING),
        measured.environment());
  }
}
