package dev.hookline.sink.clickhouse.internal.check;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table as the server describes it.
 *
 * @param engine such as {@code ReplacingMergeTree}; empty if there is no such table
 * @param engineFull the engine with its clauses and settings
 * @param partitionKey its PARTITION BY in the server's spelling; empty if none
 * @param declaredPartitionKey the one that the sink was told, in the same spelling
 * @param windowSetting the name of the setting that holds the deduplication window
 * @param window the number of blocks that the table remembers
 * @param columns by name
 */
record TableFacts(
    String engine,
    String engineFull,
    String partitionKey,
    String declaredPartitionKey,
    String windowSetting,
    long window,
    Map<String, ColumnFacts> columns) {

  /**
   * A column.
   *
   * @param type in the server's spelling
   * @param defaultKind empty, DEFAULT, MATERIALIZED, ALIAS or EPHEMERAL
   */
  record ColumnFacts(String type, String defaultKind) {}

  static TableFacts read(ServerConnection server, Target target)
      throws QueryFailedException, InterruptedException {
    String where =
        " WHERE database = "
            + SqlText.quoted(target.database())
            + " AND %s = "
            + SqlText.quoted(target.table());
    List<GenericRecord> tables =
        server.query(
            "SELECT engine, engine_full, partition_key FROM system.tables"
                + where.formatted("name"));
    if (tables.isEmpty()) {
      return new TableFacts("", "", "", "", "", 0, Map.of());
    }
    GenericRecord table = tables.get(0);
    String engine = table.getString("engine");
    String full = table.getString("engine_full");
    String windowSetting =
        engine.startsWith("Replicated") || engine.startsWith("Shared")
            ? "replicated_deduplication_window"
            : "non_replicated_deduplication_window";
    return new TableFacts(
        engine,
        full,
        spelled(server, table.getString("partition_key")),
        spelled(server, target.partitionExpression()),
        windowSetting,
        window(server, windowSetting, full),
        columns(server, where.formatted("table")));
  }

  private static Map<String, ColumnFacts> columns(ServerConnection server, String where)
      throws QueryFailedException, InterruptedException {
    Map<String, ColumnFacts> columns = new LinkedHashMap<>();
    for (GenericRecord row :
        server.query(
            "SELECT name, type, toString(default_kind) AS kind FROM system.columns" + where)) {
      columns.put(
          row.getString("name"), new ColumnFacts(row.getString("type"), row.getString("kind")));
    }
    return columns;
  }

  /** As the server writes an expression, so that blanks and quotes do not matter. */
  private static String spelled(ServerConnection server, String expression)
      throws QueryFailedException, InterruptedException {
    if (expression.isEmpty()) {
      return "";
    }
    String text =
        server
            .query(
                "SELECT formatQuerySingleLine("
                    + SqlText.quoted("SELECT " + expression)
                    + ") AS text")
            .get(0)
            .getString("text")
            .substring("SELECT ".length());
    if (text.equals("tuple()")) {
      return "";
    }
    return text.startsWith("tuple(") ? text.substring("tuple".length()) : text;
  }

  /** The table's own value, else the server's default for all tables. */
  private static long window(ServerConnection server, String setting, String engineFull)
      throws QueryFailedException, InterruptedException {
    Matcher own = Pattern.compile("\\b" + setting + " = '?(\\d+)").matcher(engineFull);
    if (own.find()) {
      return Long.parseLong(own.group(1));
    }
    List<GenericRecord> defaults =
        server.query(
            "SELECT toString(value) AS value FROM system.merge_tree_settings WHERE name = "
                + SqlText.quoted(setting));
    return defaults.isEmpty() ? 0 : Long.parseLong(defaults.get(0).getString("value"));
  }
}
