package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.check.TableFacts.ColumnFacts;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a table must be, and what mends one that is not. */
final class TableRules {
  private static final Set<String> NOT_INSERTABLE = Set.of("MATERIALIZED", "ALIAS");
  private static final int ADVISED_WINDOW = 10_000;

  private final Target target;
  private final TableFacts table;
  private final List<String> problems = new ArrayList<>();

  TableRules(Target target, TableFacts table) {
    this.target = target;
    this.table = table;
  }

  List<String> problems() {
    if (table.engine().isEmpty()) {
      return List.of(
          "it does not exist, or the user may not see it: run the migrations, or GRANT SHOW,"
              + " INSERT ON "
              + target);
    }
    if (!table.engine().endsWith("MergeTree")) {
      return List.of(
          "its engine is "
              + table.engine()
              + ", which remembers no block: the sink writes into the MergeTree family only");
    }
    columns();
    partition();
    window();
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
      problems.add(
          "column '%s' is missing: ALTER TABLE %s ADD COLUMN `%s` %s"
              .formatted(name, target, name, type));
    } else if (!found.type().equals(type)) {
      problems.add(
          ("column '%s' is %s and the sink writes %s: change the sink's schema, or ALTER TABLE %s"
                  + " MODIFY COLUMN `%s` %s")
              .formatted(name, found.type(), type, target, name, type));
    } else if (NOT_INSERTABLE.contains(found.defaultKind())) {
      problems.add(
          "column '%s' is %s and takes no value: leave it out of the sink's schema"
              .formatted(name, found.defaultKind()));
    }
  }

  private void partition() {
    if (!table.partitionKey().equals(table.declaredPartitionKey())) {
      problems.add(
          "its partition key is %s and the sink was told %s: a block must stay inside one"
                  .formatted(orNone(table.partitionKey()), orNone(table.declaredPartitionKey()))
              + " partition, so say "
              + (table.partitionKey().isEmpty()
                  ? "unpartitioned()"
                  : "partitionedBy(\"" + table.partitionKey() + "\", …)"));
    }
  }

  private void window() {
    if (table.window() <= 0) {
      problems.add(
          ("%s is 0, so the server would not drop a block that is sent again: ALTER TABLE %s MODIFY"
                  + " SETTING %s = %d")
              .formatted(table.windowSetting(), target, table.windowSetting(), ADVISED_WINDOW));
    }
  }

  private static String orNone(String key) {
    return key.isEmpty() ? "none" : "'" + key + "'";
  }
}
