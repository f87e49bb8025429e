package dev.hookline.sink.clickhouse;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QuerySettings;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A ClickHouse as a test sees it: a database of its own, statements and answers. */
public final class TestServer implements AutoCloseable {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final ClickHouseServer clickHouse;
  private final String database = "sink_test_" + DATABASES.incrementAndGet();
  private final Client client;

  /** Makes the database. */
  public TestServer(ClickHouseServer clickHouse) {
    this.clickHouse = clickHouse;
    this.client =
        new Client.Builder()
            .addEndpoint(clickHouse.httpUrl())
            .setUsername(clickHouse.user())
            .setPassword(clickHouse.password())
            .compressServerResponse(false)
            .build();
    run("CREATE DATABASE " + database);
  }

  /** The database's name. */
  public String database() {
    return database;
  }

  /** The server itself. */
  public ClickHouseServer clickHouse() {
    return clickHouse;
  }

  /** Runs a statement; {@code $db} stands for the database. */
  public void run(String statement) {
    try {
      client
          .query(statement.replace("$db", database), new QuerySettings())
          .get(60, TimeUnit.SECONDS)
          .close();
    } catch (Exception e) {
      throw new IllegalStateException("failed: " + statement, e);
    }
  }

  /** The rows of a SELECT; {@code $db} stands for the database. */
  public List<GenericRecord> rows(String select) {
    return client.queryAll(select.replace("$db", database));
  }

  /** The one number that a SELECT gives. */
  public long number(String select) {
    return Long.parseLong(text("SELECT toString((" + select + "))"));
  }

  /** The one text that a SELECT gives. */
  public String text(String select) {
    return rows(select).get(0).getString(1);
  }

  /** The table as a sink's target. */
  public Target target(String table, TableSchema schema, String partitionExpression) {
    return new Target(database, table, schema, partitionExpression);
  }

  /** A connection to write {@code target}. */
  public ServerConnection connection(Target target) {
    return new ServerConnection(
        new Connection(
            URI.create(clickHouse.httpUrl()),
            clickHouse.user(),
            new Secret(clickHouse.password()),
            Duration.ofSeconds(3),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Map.of()),
        target);
  }

  @Override
  public void close() {
    client.close();
  }
}
