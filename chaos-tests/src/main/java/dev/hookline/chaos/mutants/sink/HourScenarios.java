package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.sink.OperatorTask.Checkpoint;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.sink.clickhouse.RowWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.sink2.Sink;

/** People's hours, which are written again whenever they grow. */
final class HourScenarios {
  private static final int EVENTS = 160;

  private HourScenarios() {}

  /** A task dies after the barrier and before the checkpoint has completed. */
  static Deliveries readWithoutFinal(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = delivered(world, random);
    if (version == Version.WRONG) {
      world.run(
          "CREATE OR REPLACE VIEW $db.v_employee_windows AS SELECT * FROM"
              + " $db.employee_metrics_hourly");
    }
    dieAfterABarrier(world.hours().build(), Deliveries.hours(deliveries.events()), random);
    return deliveries;
  }

  /** The same death: what an hour grew by since the last checkpoint is written again. */
  static Deliveries increments(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = delivered(world, random);
    if (version == Version.WRONG) {
      sumIncrements(world);
      List<PersonHour> increments =
          deliveries.events().stream().map(Deliveries::increment).toList();
      dieAfterABarrier(new IncrementSink(world.inserts()), increments, random);
    } else {
      dieAfterABarrier(world.hours().build(), Deliveries.hours(deliveries.events()), random);
    }
    return deliveries;
  }

  private static void sumIncrements(World world) throws IOException, InterruptedException {
    world.run(
        "CREATE TABLE $db.increments AS $db.employee_metrics_hourly ENGINE = SummingMergeTree"
            + " PARTITION BY toYYYYMM(hour) ORDER BY (org, source, person_id, hour)");
    String sums =
        Arrays.stream(Metric.values())
            .map(metric -> "sum(i.%1$s) AS %1$s".formatted(metric.column()))
            .collect(Collectors.joining(", "));
    world.run(
        "CREATE OR REPLACE VIEW $db.v_employee_windows AS SELECT org, source, person_id, hour, "
            + sums
            + ", sum(i.events) AS events FROM $db.increments AS i GROUP BY org, source, person_id,"
            + " hour");
  }

  /** An attempt that was given up while it was paused goes on, and writes what it knows. */
  static Deliveries wallClock(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = delivered(world, random);
    List<PersonHour> hours = Deliveries.hours(deliveries.events());
    Sink<PersonHour> sink =
        version == Version.WRONG
            ? world.hours().rowMapper(HourScenarios::writeByWallClock).build()
            : world.hours().build();
    try (OperatorTask<PersonHour, ?> givenUp = OperatorTask.start(sink);
        OperatorTask<PersonHour, ?> next = OperatorTask.start(sink)) {
      next.write(hours);
      next.checkpoint(1);
      givenUp.write(hours.subList(0, SinkScenarios.cut(random, EVENTS)));
      givenUp.barrier(1);
    }
    return deliveries;
  }

  private static void writeByWallClock(PersonHour hour, RowWriter row) {
    row.string("org", hour.org())
        .string("source", hour.source())
        .string("person_id", hour.personId())
        .timestampMillis("hour", hour.hour());
    for (Metric metric : Metric.values()) {
      row.integer(metric.column(), hour.totals().sum(metric));
    }
    row.integer("events", hour.totals().events()).integer("version", System.currentTimeMillis());
  }

  /**
   * A person sends the events again after eight days, for longer than the job remembers them: their
   * hours are closed, and the copies are late.
   */
  static Deliveries laterCopyWins(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = Deliveries.inTime(random.nextLong(), EVENTS);
    Deliveries again = deliveries.sentAgainAfter(Duration.ofDays(8));
    for (List<NormalizedEvent> copies : List.of(deliveries.events(), again.events())) {
      insert(
          world,
          copies.stream()
              .map(event -> version == Version.WRONG ? rowByReceipt(event) : SmallSink.row(event))
              .toList());
    }
    try (OperatorTask<PersonHour, ?> task = OperatorTask.start(world.hours().build())) {
      task.write(Deliveries.hours(deliveries.events()));
      task.checkpoint(1);
    }
    return again;
  }

  /** With the time of receipt as its version, so that what came later wins. */
  private static String rowByReceipt(NormalizedEvent event) {
    JsonRow row = new JsonRow();
    EventRows.write(event, row);
    row.integer("version", event.delivery().receivedAt().toEpochMilli());
    return row.toString();
  }

  /** The events themselves are there, each once; the hours are what is tried. */
  private static Deliveries delivered(World world, Random random)
      throws IOException, InterruptedException {
    Deliveries deliveries = Deliveries.inTime(random.nextLong(), EVENTS);
    insert(world, deliveries.events().stream().map(SmallSink::row).toList());
    return deliveries;
  }

  private static void insert(World world, List<String> rows)
      throws IOException, InterruptedException {
    UUID block = UUID.randomUUID();
    world
        .inserts()
        .insert(
            "normalized_events", new SmallSink.Piece(block, rows).rowsOf(block), block.toString());
  }

  private static void dieAfterABarrier(Sink<PersonHour> sink, List<PersonHour> hours, Random random)
      throws Exception {
    int cut = SinkScenarios.cut(random, hours.size());
    int read = cut + (hours.size() - cut) / 2;
    Checkpoint completed;
    try (OperatorTask<PersonHour, ?> task = OperatorTask.start(sink)) {
      task.write(hours.subList(0, cut));
      completed = task.checkpoint(1);
      task.write(hours.subList(cut, read));
      task.barrier(2);
    }
    try (OperatorTask<PersonHour, ?> task = OperatorTask.restore(sink, completed)) {
      task.write(hours.subList(cut, hours.size()));
      task.checkpoint(2);
    }
  }
}
