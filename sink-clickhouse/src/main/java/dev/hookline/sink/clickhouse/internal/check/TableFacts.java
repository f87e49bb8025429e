package dev.hookline.sink.clickhouse.internal.check;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table as the server describes it.
 *
 * @param database its database
 * @param table its name
 * @param engine such as {@code ReplacingMergeTree}; empty if there is no such table
 * @param partitionKey its PARTITION BY in the server's spelling; empty if none
 * @param sortingKey its ORDER BY without the parentheses around it; empty if none
 * @param windowSetting the name of the setting that holds the deduplication window
 * @param window the number of blocks that the table remembers
 * @param columns by name, in the table's order
 */
record TableFacts(
    String database,
    String table,
    String engine,
    String partitionKey,
    String sortingKey,
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

  private static final Pattern KEYED_BY_BLOCK =
      Pattern.compile("(^|, )`?" + TableSchema.INGEST_BLOCK + "`?(,|$)");

  static TableFacts read(ServerConnection server, String database, String table)
      throws QueryFailedException, InterruptedException {
    List<GenericRecord> tables =
        server.query(
            "SELECT engine, engine_full, partition_key, sorting_key FROM system.tables WHERE"
                + " database = %s AND name = %s"
                    .formatted(SqlText.quoted(database), SqlText.quoted(table)));
    if (tables.isEmpty()) {
      return none(database, table);
    }
    GenericRecord found = tables.get(0);
    String engine = found.getString("engine");
    boolean replicated = engine.startsWith("Replicated") || engine.startsWith("Shared");
    String windowSetting = (replicated ? "replicated" : "non_replicated") + "_deduplication_window";
    String defaults =
        engine.startsWith("Replicated") ? "replicated_merge_tree_settings" : "merge_tree_settings";
    return new TableFacts(
        database,
        table,
        engine,
        spelled(server, found.getString("partition_key")),
        bare(found.getString("sorting_key")),
        windowSetting,
        window(server, windowSetting, defaults, found.getString("engine_full")),
        columns(server, database, table));
  }

  /** What is known of a table that is not there. */
  static TableFacts none(String database, String table) {
    return new TableFacts(database, table, "", "", "", "", 0, Map.of());
  }

  /** The name as it stands in a statement. */
  String name() {
    return SqlText.name(database, table);
  }

  /** Whether there is such a table. */
  boolean exists() {
    return !engine.isEmpty();
  }

  /** Whether the engine remembers blocks. */
  boolean isMergeTree() {
    return engine.endsWith("MergeTree");
  }

  /** Whether of rows with an equal sorting key one remains. */
  boolean isReplacing() {
    return engine.endsWith("ReplacingMergeTree");
  }

  /** Whether the block's id is one of the columns in the sorting key. */
  boolean isKeyedByBlock() {
    return KEYED_BY_BLOCK.matcher(sortingKey).find();
  }

  static Map<String, ColumnFacts> columns(ServerConnection server, String database, String table)
      throws QueryFailedException, InterruptedException {
    Map<String, ColumnFacts> columns = new LinkedHashMap<>();
    for (GenericRecord row :
        server.query(
            "SELECT name, type, toString(default_kind) AS kind FROM system.columns WHERE database ="
                + " %s AND table = %s ORDER BY position"
                    .formatted(SqlText.quoted(database), SqlText.quoted(table)))) {
      columns.put(
          row.getString("name"), new ColumnFacts(row.getString("type"), row.getString("kind")));
    }
    return columns;
  }

  /** As the server writes an expression, so that blanks and quotes do not matter. */
  static String spelled(ServerConnection server, String expression)
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

  /** Without one pair of parentheses around the whole, or the call that stands for it. */
  private static String bare(String key) {
    String text = key.startsWith("tuple(") ? key.substring("tuple".length()) : key;
    if (!text.startsWith("(") || !text.endsWith(")")) {
      return text;
    }
    int depth = 0;
    for (int i = 0; i < text.length() - 1; i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return text;
      }
    }
    return text.substring(1, text.length() - 1);
  }

  /** The table's own value, else the server's default for all tables. */
  private static long window(
      ServerConnection server, String setting, String defaultsTable, String engineFull)
      throws QueryFailedException, InterruptedException {
    Matcher own = Pattern.compile("\\b" + setting + " = '?(\\d+)").matcher(engineFull);
    if (own.find()) {
      return Long.parseLong(own.group(1));
    }
    List<GenericRecord> defaults =
        server.query(
            "SELECT toString(value) AS value FROM system.%s WHERE name = %s"
                .formatted(defaultsTable, SqlText.quoted(setting)));
    return defaults.isEmpty() ? 0 : Long.parseLong(defaults.get(0).getString("value"));
  }
}
