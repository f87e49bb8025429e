package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements that bring a table or a view's target into a form that is safe to replay into. */
final class ReplaySafeForm {
  private static final int WINDOW = TableRules.ADVISED_WINDOW;
  private static final String BLOCK = "`" + TableSchema.INGEST_BLOCK + "`";

  /** A SELECT that is plain enough for the block to be put in without a parser. */
  private static final Pattern PLAIN_SELECT =
      Pattern.compile("SELECT (.+?) FROM ([^ ()]+)( WHERE .+?)?(?: GROUP BY (.+))?");

  private static final Pattern NOT_PLAIN =
      Pattern.compile(
          "'|\\b(WITH|DISTINCT|JOIN|UNION|HAVING|ORDER BY|LIMIT|SETTINGS|WINDOW|QUALIFY|ROLLUP|CUBE|GROUPING|ALL)\\b|SELECT .*SELECT ");

  private ReplaySafeForm() {}

  /**
   * The same rows in a ReplacingMergeTree; the old table remains under the new one's first name.
   */
  static List<String> ofBase(TableFacts base) {
    String fresh = freshName(base);
    return List.of(
        create(fresh, base, base.sortingKey()),
        "INSERT INTO %s SELECT * FROM %s".formatted(fresh, base.name()),
        "EXCHANGE TABLES %s AND %s".formatted(fresh, base.name()));
  }

  /**
   * A target that is keyed by the block, filled anew from the view's source.
   *
   * @return empty if the view's SELECT is more than can be changed without a person
   */
  static List<String> ofView(ViewFacts view) {
    String select = view.carriesBlock() ? view.select() : withBlock(view.select());
    if (select.isEmpty()) {
      return List.of();
    }
    TableFacts target = view.target();
    List<String> statements = new ArrayList<>();
    if (!target.columns().containsKey(TableSchema.INGEST_BLOCK)) {
      statements.add("ALTER TABLE %s ADD COLUMN %s UUID".formatted(target.name(), BLOCK));
    }
    String fresh =
        view.inner() ? SqlText.name(view.database(), view.view() + "_by_block") : freshName(target);
    String key = target.sortingKey();
    statements.add(
        create(
            fresh,
            target,
            target.isKeyedByBlock() ? key : key.isEmpty() ? BLOCK : key + ", " + BLOCK));
    List<String> columns = new ArrayList<>(view.columns());
    if (!view.carriesBlock()) {
      columns.add(TableSchema.INGEST_BLOCK);
    }
    // FINAL, since the source may hold rows of a block that was sent twice.
    statements.add(
        "INSERT INTO %s (%s) SELECT * FROM (%s) SETTINGS final = 1"
            .formatted(
                fresh,
                columns.stream()
                    .map(column -> "`" + column + "`")
                    .collect(Collectors.joining(", ")),
                select));
    if (view.inner()) {
      statements.add("DROP TABLE " + view.name());
      statements.add(
          "CREATE MATERIALIZED VIEW %s TO %s AS %s".formatted(view.name(), fresh, select));
    } else {
      statements.add("EXCHANGE TABLES %s AND %s".formatted(fresh, target.name()));
      if (!view.carriesBlock()) {
        statements.add("ALTER TABLE %s MODIFY QUERY %s".formatted(view.name(), select));
      }
    }
    return statements;
  }

  private static String freshName(TableFacts table) {
    return SqlText.name(table.database(), table.table() + "_replay_safe");
  }

  private static String create(String name, TableFacts like, String sortingKey) {
    String engine =
        like.engine().startsWith("Replicated")
            ? "ReplicatedReplacingMergeTree"
            : "ReplacingMergeTree";
    return "CREATE TABLE %s AS %s ENGINE = %s%s ORDER BY (%s) SETTINGS %s = %d"
        .formatted(
            name,
            like.name(),
            engine,
            like.partitionKey().isEmpty() ? "" : " PARTITION BY " + like.partitionKey(),
            sortingKey,
            like.windowSetting(),
            WINDOW);
  }

  private static String withBlock(String select) {
    Matcher plain = PLAIN_SELECT.matcher(select);
    if (NOT_PLAIN.matcher(select).find() || !plain.matches()) {
      return "";
    }
    String where = plain.group(3) == null ? "" : plain.group(3);
    String groupBy = plain.group(4) == null ? "" : " GROUP BY " + plain.group(4) + ", " + BLOCK;
    return "SELECT %s, %s FROM %s%s%s"
        .formatted(plain.group(1), BLOCK, plain.group(2), where, groupBy);
  }
}
