package dev.hookline.jobs.metrics;

import static dev.hookline.jobs.Events.TIME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.Events;
import dev.hookline.jobs.dedup.DedupHorizon;
import dev.hookline.jobs.dedup.DropDuplicates;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** Dedup and windows together, as the pipeline joins them, over random histories. */
@SuppressWarnings("try") // close() is the harness's and throws Exception
class CountingPropertyTest {

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));

  @Property(tries = 60)
  void anyOrderOfArrivalAnyCopiesAndACrashAnywhereGiveTheSameCells(
      @ForAll("histories") List<Events> history, @ForAll Random random) throws Exception {
    List<Events> arrivals = new ArrayList<>(history);
    for (Events event : history) {
      if (random.nextInt(3) == 0) {
        arrivals.add(event);
      }
    }
    Collections.shuffle(arrivals, random);
    assertThat(cells(arrivals, random.nextInt(arrivals.size() + 1), random))
        .isEqualTo(expected(history));
  }

  @Provide
  Arbitrary<List<Events>> histories() {
    Arbitrary<Events> events =
        Combinators.combine(
                Arbitraries.integers().between(0, 9_999),
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(0, 2),
                Arbitraries.of(Metric.values()),
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.integers().between(0, 9))
            .as(
                (id, hour, person, metric, amount, days) ->
                    Events.event("e" + id)
                        .at(TIME.minus(Duration.ofHours(hour)))
                        .received(TIME.plus(Duration.ofDays(days)))
                        .person(person == 0 ? "" : "p" + person)
                        .counts(Map.of(metric, amount)));
    return events.list().uniqueElements(Events::eventId).ofMinSize(1).ofMaxSize(30);
  }

  /** The sums by plain arithmetic: what is not late and in a person's row, once. */
  private static Map<String, HourTotals> expected(List<Events> history) {
    Map<String, HourTotals> cells = new HashMap<>();
    for (Events event : history) {
      if (!Events.LATENESS.isLate(event.eventTime(), event.receivedAt())
          && !event.personId().isEmpty()) {
        cells.merge(
            event.personId() + "@" + Lateness.hourOf(event.eventTime().toEpochMilli()),
            HourTotals.NONE.plus(event.contributions()),
            (a, b) -> a.plus(event.contributions()));
      }
    }
    return cells;
  }

  /** What the two steps write; the row with the highest version counts, as in the table. */
  private static Map<String, HourTotals> cells(List<Events> arrivals, int checkpoint, Random random)
      throws Exception {
    Map<String, HourTotals> table = new HashMap<>();
    OperatorSubtaskState dedupState;
    OperatorSubtaskState hoursState;
    try (var dedup = dedup(null);
        var hours = hours(null)) {
      feed(arrivals.subList(0, checkpoint), dedup, hours);
      dedupState = dedup.snapshot(1, 1);
      hoursState = hours.snapshot(1, 1);
      feed(arrivals.subList(checkpoint, arrivals.size()), dedup, hours);
      hours.setProcessingTime(random.nextInt(10_000));
      write(hours.extractOutputValues(), table);
    }
    List<Events> replayed = new ArrayList<>(arrivals.subList(checkpoint, arrivals.size()));
    Collections.shuffle(replayed, random); // partitions are read in another order
    try (var dedup = dedup(dedupState);
        var hours = hours(hoursState)) {
      feed(replayed, dedup, hours);
      hours.setProcessingTime(20_000);
      write(hours.extractOutputValues(), table);
    }
    return table;
  }

  private static void feed(
      List<Events> arrivals,
      KeyedOneInputStreamOperatorTestHarness<String, NormalizedEvent, NormalizedEvent> dedup,
      KeyedOneInputStreamOperatorTestHarness<
              Tuple3<String, String, String>, Contribution, PersonHour>
          hours)
      throws Exception {
    int before = dedup.extractOutputValues().size();
    for (Events event : arrivals) {
      dedup.processElement(new StreamRecord<>(event.normalised()));
    }
    List<NormalizedEvent> once = dedup.extractOutputValues();
    for (NormalizedEvent event : once.subList(before, once.size())) {
      if (Contribution.isWindowed(event)) {
        hours.processElement(new StreamRecord<>(Contribution.of(event)));
      }
    }
  }

  private static void write(List<PersonHour> rows, Map<String, HourTotals> table) {
    for (PersonHour row : rows) {
      table.merge(
          row.personId() + "@" + row.hour(),
          row.totals(),
          (a, b) -> a.events() > b.events() ? a : b);
    }
  }

  private static KeyedOneInputStreamOperatorTestHarness<String, NormalizedEvent, NormalizedEvent>
      dedup(OperatorSubtaskState state) throws Exception {
    DedupHorizon horizon = new DedupHorizon(Duration.ofDays(7), Duration.ofDays(15));
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new DropDuplicates(horizon, REJECTS)),
            event -> event.identity().toString(),
            Types.STRING);
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }

  private static KeyedOneInputStreamOperatorTestHarness<
          Tuple3<String, String, String>, Contribution, PersonHour>
      hours(OperatorSubtaskState state) throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(
                new HourlyMetrics(Duration.ofDays(12), Duration.ofSeconds(5), REJECTS)),
            HourlyMetrics::key,
            Types.TUPLE(Types.STRING, Types.STRING, Types.STRING));
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
    harness.setProcessingTime(1);
    return harness;
  }
}
