package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.check.TableFacts.ColumnFacts;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a table must be, and what mends one that is not. */
final class TableRules {
  /** As many blocks as a replicated table remembers by default. */
  static final int ADVISED_WINDOW = 10_000;

  private static final Set<String> NOT_INSERTABLE = Set.of("MATERIALIZED", "ALIAS");

  private final Target target;
  private final TableFacts table;
  private final String declaredPartitionKey;
  private final DeliveryMode mode;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param declaredPartitionKey the one that the sink was told, in the server's spelling
   */
  TableRules(Target target, TableFacts table, String declaredPartitionKey, DeliveryMode mode) {
    this.target = target;
    this.table = table;
    this.declaredPartitionKey = declaredPartitionKey;
    this.mode = mode;
  }

  List<Problem> problems() {
    if (!table.exists()) {
      return List.of(
          Problem.of(
              "it does not exist, or the user may not see it: create it, or GRANT SHOW, SELECT,"
                  + " INSERT ON "
                  + table.name()));
    }
    if (!table.isMergeTree()) {
      return List.of(
          Problem.of(
              "its engine is "
                  + table.engine()
                  + ", which remembers no block: the sink writes into the MergeTree family only"));
    }
    columns();
    partition();
    window(table, "", problems);
    if (mode == DeliveryMode.EXACTLY_ONCE) {
      replaySafety();
    }
    return List.copyOf(problems);
  }

  private void columns() {
    for (Column column : target.schema().columns()) {
      column(column.name(), column.type());
    }
    column(TableSchema.INGEST_BLOCK, "UUID");
  }

  private void column(String name, String type) {
    ColumnFacts found = table.columns().get(name);
    if (found == null) {
      missing(name, type);
    } else if (!found.type().equals(type)) {
      problems.add(
          Problem.of(
              "column '%s' is %s and the sink writes %s: change the sink's schema, or mend the table"
                  .formatted(name, found.type(), type),
              "ALTER TABLE %s MODIFY COLUMN `%s` %s".formatted(table.name(), name, type)));
    } else if (NOT_INSERTABLE.contains(found.defaultKind())) {
      problems.add(
          Problem.of(
              "column '%s' is %s and takes no value: leave it out of the sink's schema"
                  .formatted(name, found.defaultKind())));
    }
  }

  private void missing(String name, String type) {
    List<String> parts =
        table.columns().keySet().stream().filter(other -> other.startsWith(name + ".")).toList();
    if (type.startsWith("Nested(") && !parts.isEmpty()) {
      problems.add(
          Problem.of(
              "column '%s' is kept as %s: write each of these as an Array"
                  .formatted(name, String.join(", ", parts))));
      return;
    }
    problems.add(
        Problem.of(
            "column '%s' is missing".formatted(name),
            "ALTER TABLE %s ADD COLUMN `%s` %s".formatted(table.name(), name, type)));
  }

  private void partition() {
    if (!table.partitionKey().equals(declaredPartitionKey)) {
      problems.add(
          Problem.of(
              "its partition key is %s and the sink was told %s: a block must stay inside one"
                      .formatted(orNone(table.partitionKey()), orNone(declaredPartitionKey))
                  + " partition, so say "
                  + (table.partitionKey().isEmpty()
                      ? "unpartitioned()"
                      : "partitionedBy(\"" + table.partitionKey() + "\", …)")));
    }
  }

  /** Of a table or a view's target, to whose problems {@code whose} is put in front. */
  static void window(TableFacts table, String whose, List<Problem> problems) {
    if (table.window() <= 0) {
      problems.add(
          Problem.of(
              whose
                  + table.windowSetting()
                  + " is 0, so the server would not drop a block that is sent again",
              "ALTER TABLE %s MODIFY SETTING %s = %d"
                  .formatted(table.name(), table.windowSetting(), ADVISED_WINDOW)));
    }
  }

  private void replaySafety() {
    if (table.sortingKey().isEmpty()) {
      problems.add(
          Problem.of(
              ("it has no sorting key: in EXACTLY_ONCE a block may come again after the server has"
                      + " forgotten it, and then only a ReplacingMergeTree tells its rows apart."
                      + " CREATE TABLE … ENGINE = ReplacingMergeTree%s ORDER BY (what identifies a"
                      + " row) SETTINGS %s = %d, or take AT_LEAST_ONCE")
                  .formatted(
                      table.partitionKey().isEmpty() ? "" : " PARTITION BY " + table.partitionKey(),
                      table.windowSetting(),
                      ADVISED_WINDOW)));
    } else if (!table.isReplacing()) {
      problems.add(
          new Problem(
              ("its engine is %s: in EXACTLY_ONCE a block may come again after the server has"
                      + " forgotten it, and then only a ReplacingMergeTree keeps its rows once. Take"
                      + " AT_LEAST_ONCE, or, if ORDER BY (%s) identifies a row, run")
                  .formatted(table.engine(), table.sortingKey()),
              ReplaySafeForm.ofBase(table)));
    }
  }

  static String orNone(String key) {
    return key.isEmpty() ? "none" : "'" + key + "'";
  }
}
