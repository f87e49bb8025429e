package dev.hookline.schema;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of one test's own on a shared server. */
final class TestDatabase implements AutoCloseable {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final MigrationSettings settings;
  private final Client client;

  /** A name that no other test has; the database is not there yet. */
  TestDatabase(ClickHouseServer server) {
    this.settings =
        new MigrationSettings(
            URI.create(server.httpUrl()),
            server.user(),
            server.password(),
            "t" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet(),
            EmbeddedClickHouse.DEMO_WRITER_PASSWORD,
            EmbeddedClickHouse.DEMO_ANALYST_PASSWORD,
            MigrationSettings.DEFAULT_STATEMENT_TIMEOUT);
    this.client =
        new Client.Builder()
            .addEndpoint(server.httpUrl())
            .setUsername(settings.user())
            .setPassword(settings.password())
            .setDefaultDatabase("default")
            .setSocketTimeout(60_000)
            .build();
  }

  static TestDatabase migrated(ClickHouseServer server) {
    TestDatabase database = new TestDatabase(server);
    new Migrator(database.settings).migrate();
    return database;
  }

  MigrationSettings settings() {
    return settings;
  }

  MigrationReport migrate(List<Migration> files) {
    return new Migrator(settings, files, Clock.systemUTC()).migrate();
  }

  /** Runs a statement; {@code DB} in it stands for the database. */
  void run(String sql) {
    client.queryAll(named(sql));
  }

  /** The rows as their columns joined by blanks. */
  List<String> rows(String sql) {
    return client.queryAll(named(sql)).stream().map(TestDatabase::joined).toList();
  }

  private static String joined(GenericRecord row) {
    return String.join(
        " ",
        row.getSchema().getColumns().stream()
            .map(column -> String.valueOf(row.getString(column.getColumnName())))
            .toList());
  }

  /** The statement with the database's name. */
  String named(String sql) {
    return sql.replace("DB.", settings.database() + ".")
        .replace("'DB'", "'" + settings.database() + "'");
  }

  @Override
  public void close() {
    run("DROP DATABASE IF EXISTS " + settings.database());
    client.close();
  }
}
