package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.mutants.ClickHouseLease;
import dev.hookline.chaos.tables.Ledger;
import dev.hookline.chaos.tables.MergeHold;
import dev.hookline.chaos.tables.TablesReader;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.jobs.rows.HourRows;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import dev.hookline.sink.clickhouse.ClickHouseSink;
import dev.hookline.sink.clickhouse.ClickHouseSinkBuilder;
import dev.hookline.sink.clickhouse.DeliveryMode;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where a scenario plays: a database of its own with the product's tables on a real ClickHouse,
 * behind a proxy, and the product's sinks for it. Nothing is merged, so a row that came twice is
 * seen.
 */
final class World implements AutoCloseable {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /** What the proxy looks for in the head of a request that brings rows. */
  static final String INSERT = "INSERT";

  /** As in the job. */
  private static final int PARALLEL_INSERTS = 2;

  private static final String NO_MERGES =
      "max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1";

  private final EmbeddedClickHouse clickHouse;
  private final FaultyProxy proxy;
  private final String database;
  private final PlainInserts direct;

  private World(EmbeddedClickHouse clickHouse) {
    this.clickHouse = clickHouse;
    this.proxy = FaultyProxy.to(clickHouse.port());
    this.database = "mutant_" + DATABASES.incrementAndGet();
    this.direct = inserts(clickHouse.httpUrl());
  }

  /** A new database, migrated. */
  static World open(ClickHouseLease lease) throws IOException, InterruptedException {
    EmbeddedClickHouse clickHouse = lease.clickHouse();
    World world = new World(clickHouse);
    try {
      new Migrator(
              MigrationSettings.of(
                      URI.create(clickHouse.httpUrl()),
                      EmbeddedClickHouse.WRITER,
                      clickHouse.writerPassword(),
                      clickHouse.analystPassword())
                  .withDatabase(world.database))
          .migrate();
      for (String statement : Ledger.create(world.database)) {
        world.run(statement);
      }
      for (String statement : MergeHold.hold(world.database)) {
        world.run(statement);
      }
      for (String table : List.of("employee_metrics_hourly", "events_by_hour")) {
        world.run("ALTER TABLE $db." + table + " MODIFY SETTING " + NO_MERGES);
      }
      return world;
    } catch (IOException | InterruptedException | RuntimeException e) {
      world.close();
      throw e;
    }
  }

  /** The process, to be killed; restarted it has the same data and port. */
  EmbeddedClickHouse clickHouse() {
    return clickHouse;
  }

  /** Stands before the process; everything but {@link #run} goes through it. */
  FaultyProxy proxy() {
    return proxy;
  }

  /** Inserts by hand, through the proxy. */
  PlainInserts inserts() {
    return inserts(proxy.httpUrl());
  }

  private PlainInserts inserts(String url) {
    return new PlainInserts(url, EmbeddedClickHouse.WRITER, clickHouse.writerPassword(), database);
  }

  /** Runs a statement; {@code $db} stands for the database. */
  String run(String statement) throws IOException, InterruptedException {
    return direct.run(statement.replace("$db", database));
  }

  /** The product's sink of events. */
  ClickHouseSinkBuilder<NormalizedEvent> events() {
    return this.<NormalizedEvent>sink(EventRows.TABLE)
        .schema(EventRows.SCHEMA)
        .rowMapper(EventRows::write)
        .partitionedBy(EventRows.PARTITION_BY, EventRows::partition)
        .parallelInserts(PARALLEL_INSERTS)
        .deliveryMode(DeliveryMode.EXACTLY_ONCE);
  }

  /** The product's sink of people's hours. */
  ClickHouseSinkBuilder<PersonHour> hours() {
    return this.<PersonHour>sink(HourRows.TABLE)
        .schema(HourRows.SCHEMA)
        .rowMapper(HourRows::write)
        .partitionedBy(HourRows.PARTITION_BY, HourRows::partition)
        .deliveryMode(DeliveryMode.AT_LEAST_ONCE);
  }

  private <T> ClickHouseSinkBuilder<T> sink(String table) {
    return ClickHouseSink.<T>builder()
        .endpoint(proxy.httpUrl())
        .user(EmbeddedClickHouse.WRITER)
        .password(clickHouse.writerPassword())
        .database(database)
        .table(table);
  }

  /** What analysts read. */
  Tables tables() {
    ClickHouseHttp analyst =
        new ClickHouseHttp(
            URI.create(clickHouse.httpUrl()),
            EmbeddedClickHouse.ANALYST,
            clickHouse.analystPassword(),
            database);
    return new TablesReader(analyst, TablesReader.MOST_ROWS).read();
  }

  @Override
  public void close() throws IOException {
    try {
      run("DROP DATABASE IF EXISTS $db");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      proxy.close();
    }
  }
}
