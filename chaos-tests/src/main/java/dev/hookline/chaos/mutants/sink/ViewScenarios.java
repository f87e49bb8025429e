package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.sink.OperatorTask.Checkpoint;
import dev.hookline.devstack.proxy.OneTimeFault;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.sink.clickhouse.ClickHouseSink;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Views over the events that are wrong, behind the product's sink. */
final class ViewScenarios {
  private static final int EVENTS = 160;
  private static final String CELL =
      "org, source, event_type, toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour";
  private static final String CELL_COLUMNS =
      "org LowCardinality(String), source LowCardinality(String), event_type"
          + " LowCardinality(String), hour DateTime64(3, 'UTC')";

  private ViewScenarios() {}

  /** The server has a block, and its answer is lost: the block comes again. */
  static Deliveries summedView(World world, Random random, Version version) throws Exception {
    return answerLost(world, random, () -> changeIf(version, () -> sumInsteadOfKey(world)));
  }

  /** An hour lies in two blocks. */
  static Deliveries replacedByHour(World world, Random random, Version version) throws Exception {
    return answerLost(world, random, () -> changeIf(version, () -> keyByHourAlone(world)));
  }

  private interface Change {
    void make() throws IOException, InterruptedException;
  }

  private static void changeIf(Version version, Change change)
      throws IOException, InterruptedException {
    if (version == Version.WRONG) {
      change.make();
    }
  }

  /** The view is changed under the running job: at its start the sink refuses such a view. */
  private static Deliveries answerLost(World world, Random random, Change change) throws Exception {
    Deliveries deliveries = Deliveries.toTheEventsOnly(random.nextLong(), EVENTS);
    List<NormalizedEvent> events = deliveries.events();
    int cut = SinkScenarios.cut(random, EVENTS);
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(world.events().build())) {
      task.write(events.subList(0, cut));
      task.checkpoint(1);
      change.make();
      task.write(events.subList(cut, EVENTS));
      task.barrier(2);
      OneTimeFault fault = world.proxy().swallowAnswer(World.INSERT);
      task.complete(2);
      SinkScenarios.mustHaveBitten(fault);
    }
    return deliveries;
  }

  private static void keyByHourAlone(World world) throws IOException, InterruptedException {
    String counts =
        "SELECT "
            + CELL
            + ", count() AS events, avgStateIf(payload_size, payload_size > 0) AS payload_size_avg"
            + " FROM $db.%s GROUP BY org, source, event_type, hour";
    world.run("DROP VIEW $db.fill_events_by_hour");
    world.run(
        "CREATE TABLE $db.replaced ("
            + CELL_COLUMNS
            + ", events UInt64, payload_size_avg AggregateFunction(avg, UInt64)) ENGINE ="
            + " ReplacingMergeTree ORDER BY (org, source, event_type, hour) SETTINGS"
            + " non_replicated_deduplication_window = 10000");
    world.run("INSERT INTO $db.replaced " + counts.formatted("v_events"));
    world.run(
        "CREATE MATERIALIZED VIEW $db.fill_replaced TO $db.replaced AS "
            + counts.formatted("normalized_events"));
    world.run(
        "CREATE OR REPLACE VIEW $db.v_events_by_hour AS SELECT org, source, event_type, hour,"
            + " sum(r.events) AS events, ifNotFinite(avgMerge(r.payload_size_avg), NULL) AS"
            + " payload_size_avg FROM (SELECT * FROM $db.replaced FINAL) AS r GROUP BY org, source,"
            + " event_type, hour");
  }

  private static void sumInsteadOfKey(World world) throws IOException, InterruptedException {
    String counts =
        "SELECT "
            + CELL
            + ", count() AS events, sum(payload_size) AS bytes, countIf(payload_size > 0) AS sized"
            + " FROM $db.%s GROUP BY org, source, event_type, hour";
    world.run("DROP VIEW $db.fill_events_by_hour");
    world.run(
        "CREATE TABLE $db.summed ("
            + CELL_COLUMNS
            + ", events UInt64, bytes UInt64, sized UInt64) ENGINE = SummingMergeTree ORDER BY"
            + " (org, source, event_type, hour)");
    world.run("INSERT INTO $db.summed " + counts.formatted("v_events"));
    world.run(
        "CREATE MATERIALIZED VIEW $db.fill_summed TO $db.summed AS "
            + counts.formatted("normalized_events"));
    world.run(
        "CREATE OR REPLACE VIEW $db.v_events_by_hour AS SELECT org, source, event_type, hour,"
            + " sum(s.events) AS events, ifNotFinite(sum(s.bytes) / sum(s.sized), NULL) AS"
            + " payload_size_avg FROM $db.summed AS s GROUP BY org, source, event_type, hour");
  }

  /** An hour lies in two blocks, and the events of the second one have no payload. */
  static Deliveries placeholder(World world, Random random, Version version) throws Exception {
    int cut = SinkScenarios.cut(random, EVENTS);
    Deliveries deliveries = Deliveries.withoutPayloadFrom(random.nextLong(), EVENTS, cut);
    List<NormalizedEvent> events = deliveries.events();
    if (version == Version.WRONG) {
      keepFinishedAverages(world);
    }
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(world.events().build())) {
      task.write(events.subList(0, cut));
      task.checkpoint(1);
      task.write(events.subList(cut, EVENTS));
      task.checkpoint(2);
    }
    return deliveries;
  }

  private static void keepFinishedAverages(World world) throws IOException, InterruptedException {
    world.run(
        "CREATE TABLE $db.averages ("
            + CELL_COLUMNS
            + ", ingest_block UUID, size_avg Float64) ENGINE = ReplacingMergeTree ORDER BY (org,"
            + " source, event_type, hour, ingest_block) SETTINGS"
            + " non_replicated_deduplication_window = 10000");
    world.run(
        "CREATE MATERIALIZED VIEW $db.fill_averages TO $db.averages AS SELECT "
            + CELL
            + ", ingest_block, ifNotFinite(avgIf(payload_size, payload_size > 0), 0) AS size_avg"
            + " FROM $db.normalized_events GROUP BY org, source, event_type, hour, ingest_block");
    world.run(
        "CREATE OR REPLACE VIEW $db.v_events_by_hour AS SELECT c.org AS org, c.source AS source,"
            + " c.event_type AS event_type, c.hour AS hour, c.events AS events,"
            + " a.payload_size_avg AS payload_size_avg FROM (SELECT org, source, event_type, hour,"
            + " sum(e.events) AS events FROM (SELECT * FROM $db.events_by_hour FINAL) AS e GROUP BY"
            + " org, source, event_type, hour) AS c INNER JOIN (SELECT org, source, event_type,"
            + " hour, avg(size_avg) AS payload_size_avg FROM (SELECT * FROM $db.averages FINAL)"
            + " GROUP BY org, source, event_type, hour) AS a USING (org, source, event_type,"
            + " hour)");
  }

  /** Others' blocks make the server forget a token, and the block comes again after a restore. */
  static Deliveries readWithoutFinal(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = Deliveries.toTheEventsOnly(random.nextLong(), EVENTS);
    List<NormalizedEvent> events = deliveries.events();
    int cut = SinkScenarios.cut(random, EVENTS);
    if (version == Version.WRONG) {
      world.run("CREATE OR REPLACE VIEW $db.v_events AS SELECT * FROM $db.normalized_events");
    }
    world.run(
        "ALTER TABLE $db.normalized_events MODIFY SETTING non_replicated_deduplication_window = 1");
    ClickHouseSink<NormalizedEvent> sink = world.events().build();
    Checkpoint completed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.checkpoint(1);
    }
    try (OperatorTask<NormalizedEvent, ?> other = OperatorTask.start(world.events().build())) {
      other.write(events.subList(cut, EVENTS));
      other.checkpoint(1);
    }
    String before = copies(world);
    OperatorTask.restore(sink, completed).close();
    if (copies(world).equals(before)) {
      throw new IllegalStateException("the fault did not bite: the server remembered the block");
    }
    return deliveries;
  }

  private static String copies(World world) throws IOException, InterruptedException {
    return world.run("SELECT count() FROM $db.normalized_events");
  }
}
