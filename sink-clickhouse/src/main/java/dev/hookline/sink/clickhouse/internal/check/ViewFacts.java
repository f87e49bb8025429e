package dev.hookline.sink.clickhouse.internal.check;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A view to which an insert into the table, or into the target of another such view, is passed on.
 *
 * @param database its database
 * @param view its name
 * @param engine {@code MaterializedView}, or a kind that the sink does not know; empty if the user
 *     may not see it
 * @param select its SELECT in the server's spelling
 * @param columns the names of what it selects
 * @param carriesBlock whether the block's id is among them
 * @param inner whether the target is the view's own table
 * @param target the table into which it writes
 */
record ViewFacts(
    String database,
    String view,
    String engine,
    String select,
    List<String> columns,
    boolean carriesBlock,
    boolean inner,
    TableFacts target) {

  /** More than anybody could keep in view, and a bound for the questions that are asked. */
  static final int MOST_VIEWS = 100;

  private static final String IDENTIFIER = "(`(?:[^`\\\\]|\\\\.)*`|[A-Za-z_][A-Za-z0-9_]*)";
  private static final Pattern TO =
      Pattern.compile(
          "CREATE MATERIALIZED VIEW (?:IF NOT EXISTS )?%1$s\\.%1$s(?: UUID '[^']*')?(?: ON CLUSTER \\S+)? TO (?:%1$s\\.)?%1$s(?= |$)"
              .formatted(IDENTIFIER));

  /** The name as it stands in a statement. */
  String name() {
    return SqlText.name(database, view);
  }

  /**
   * All views behind a table, each once, those nearest to it first; at most {@value #MOST_VIEWS}
   * and one.
   */
  static List<ViewFacts> behind(ServerConnection server, String database, String table)
      throws QueryFailedException, InterruptedException {
    List<ViewFacts> views = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Deque<TableName> sources = new ArrayDeque<>(List.of(new TableName(database, table)));
    while (!sources.isEmpty() && views.size() <= MOST_VIEWS) {
      for (TableName name : dependents(server, sources.pop())) {
        if (seen.add(SqlText.name(name.database(), name.table())) && views.size() <= MOST_VIEWS) {
          ViewFacts view = read(server, name);
          views.add(view);
          sources.add(new TableName(view.target.database(), view.target.table()));
        }
      }
    }
    return views;
  }

  private record TableName(String database, String table) {}

  private static List<TableName> dependents(ServerConnection server, TableName source)
      throws QueryFailedException, InterruptedException {
    List<TableName> names = new ArrayList<>();
    for (GenericRecord row :
        server.query(
            "SELECT view.1 AS database, view.2 AS name FROM (SELECT"
                + " arrayJoin(arrayZip(dependencies_database, dependencies_table)) AS view FROM"
                + " system.tables WHERE database = %s AND name = %s) ORDER BY database, name"
                    .formatted(
                        SqlText.quoted(source.database()), SqlText.quoted(source.table())))) {
      names.add(new TableName(row.getString("database"), row.getString("name")));
    }
    return names;
  }

  private static ViewFacts read(ServerConnection server, TableName name)
      throws QueryFailedException, InterruptedException {
    List<GenericRecord> rows =
        server.query(
            "SELECT engine, toString(uuid) AS id, create_table_query, as_select FROM system.tables"
                + " WHERE database = %s AND name = %s"
                    .formatted(SqlText.quoted(name.database()), SqlText.quoted(name.table())));
    TableFacts nothing = TableFacts.none(name.database(), "");
    if (rows.isEmpty()) {
      return new ViewFacts(name.database(), name.table(), "", "", List.of(), false, false, nothing);
    }
    GenericRecord row = rows.get(0);
    var columns = TableFacts.columns(server, name.database(), name.table());
    TableFacts.ColumnFacts block = columns.get(TableSchema.INGEST_BLOCK);
    Matcher to = TO.matcher(row.getString("create_table_query"));
    boolean inner = !to.lookingAt();
    TableName target =
        inner
            ? innerTable(server, name, row.getString("id"))
            : new TableName(
                to.group(3) == null ? name.database() : unquoted(to.group(3)),
                unquoted(to.group(4)));
    return new ViewFacts(
        name.database(),
        name.table(),
        row.getString("engine"),
        row.getString("as_select"),
        List.copyOf(columns.keySet()),
        block != null && block.type().equals("UUID"),
        inner,
        TableFacts.read(server, target.database(), target.table()));
  }

  /** Named after the view's id in an Atomic database, after the view in an Ordinary one. */
  private static TableName innerTable(ServerConnection server, TableName view, String id)
      throws QueryFailedException, InterruptedException {
    String byId = ".inner_id." + id;
    return TableFacts.read(server, view.database(), byId).exists()
        ? new TableName(view.database(), byId)
        : new TableName(view.database(), ".inner." + view.table());
  }

  private static String unquoted(String identifier) {
    return identifier.startsWith("`")
        ? identifier.substring(1, identifier.length() - 1).replaceAll("\\\\(.)", "$1")
        : identifier;
  }
}
