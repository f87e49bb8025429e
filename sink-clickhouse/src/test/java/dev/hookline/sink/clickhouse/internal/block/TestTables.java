package dev.hookline.sink.clickhouse.internal.block;

import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.List;
import java.util.stream.IntStream;

/** Tables without a partition key, in a test's database, and single attempts to fill them. */
final class TestTables {
  /** The deduplication window of each. */
  static final String WINDOW = "non_replicated_deduplication_window = 10000";

  private final TestServer server;
  private final boolean deduplicateInsertIsKnown;

  TestTables(TestServer server) {
    this.server = server;
    this.deduplicateInsertIsKnown =
        server.number("SELECT count() FROM system.settings WHERE name = 'deduplicate_insert'") > 0;
  }

  /** A table that keeps every row. */
  Target create(String name, TableSchema schema) {
    return create(name, schema, "MergeTree ORDER BY tuple()");
  }

  /**
   * A table of the schema's columns and the block's.
   *
   * @param engine with its ORDER BY
   */
  Target create(String name, TableSchema schema, String engine) {
    StringBuilder ddl = new StringBuilder("CREATE TABLE $db." + name + " (");
    schema.columns().forEach(c -> ddl.append(c.name() + " " + c.type() + ", "));
    ddl.append("ingest_block UUID) ENGINE = ").append(engine);
    ddl.append(" SETTINGS ").append(WINDOW);
    server.run(ddl.toString());
    return server.target(name, schema, "");
  }

  /** One attempt over a connection of its own. */
  InsertOutcome insert(Target target, SealedBlock block) throws InterruptedException {
    try (ServerConnection connection = server.connection(target)) {
      connection.deduplicateInsertIsKnown(deduplicateInsertIsKnown);
      return connection.insert(block);
    }
  }

  static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
