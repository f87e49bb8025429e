package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** What a view behind the table must be, and what mends one that is not. */
final class ViewRules {
  private final ViewFacts view;
  private final TableFacts base;
  private final DeliveryMode mode;
  private final String whose;
  private final List<Problem> problems = new ArrayList<>();

  ViewRules(ViewFacts view, TableFacts base, DeliveryMode mode) {
    this.view = view;
    this.base = base;
    this.mode = mode;
    this.whose = "view " + view.name() + " writes into " + view.target().name() + ": ";
  }

  List<Problem> problems() {
    if (view.engine().isEmpty()) {
      return List.of(
          Problem.of("view " + view.name() + " may not be seen by the user: GRANT SHOW ON it"));
    }
    if (!view.engine().equals("MaterializedView")) {
      return List.of(
          Problem.of(
              "view %s is a %s, of which the sink does not know what a block does to it that comes"
                      .formatted(view.name(), view.engine())
                  + " twice: drop it"));
    }
    TableFacts target = view.target();
    if (!target.exists()) {
      return List.of(
          Problem.of(
              whose
                  + "it does not exist, or the user may not see it: GRANT SHOW ON "
                  + target.name()));
    }
    if (target.engine().equals("Null")) {
      return List.of();
    }
    if (!target.isMergeTree()) {
      return List.of(
          Problem.of(
              whose
                  + "its engine is "
                  + target.engine()
                  + ", which remembers no block: give it one of the MergeTree family"));
    }
    partition();
    TableRules.window(target, whose, problems);
    if (mode == DeliveryMode.EXACTLY_ONCE) {
      replaySafety();
    }
    return List.copyOf(problems);
  }

  private void partition() {
    String key = view.target().partitionKey();
    if (!key.isEmpty() && !key.equals(base.partitionKey())) {
      problems.add(
          Problem.of(
              whose
                  + ("its partition key is '%s', and a block that lies in one partition of the table"
                          + " would be spread over many there, each with an entry in the window:"
                          + " create it with %s")
                      .formatted(
                          key,
                          base.partitionKey().isEmpty()
                              ? "no PARTITION BY"
                              : "PARTITION BY " + base.partitionKey() + " or none")));
    }
  }

  private void replaySafety() {
    TableFacts target = view.target();
    List<String> lacking = new ArrayList<>();
    if (!view.carriesBlock()) {
      lacking.add("the view does not select " + TableSchema.INGEST_BLOCK);
    }
    if (!target.isReplacing()) {
      lacking.add("its engine is " + target.engine() + " and not ReplacingMergeTree");
    }
    if (!target.isKeyedByBlock()) {
      lacking.add(
          "its ORDER BY (%s) lacks %s".formatted(target.sortingKey(), TableSchema.INGEST_BLOCK));
    }
    if (lacking.isEmpty()) {
      return;
    }
    List<String> statements = ReplaySafeForm.ofView(view);
    String text =
        whose
            + String.join(", ", lacking)
            + ", so in EXACTLY_ONCE a block that comes again after the server has forgotten it"
            + " counts twice in it. Take AT_LEAST_ONCE, or, with the job stopped, ";
    problems.add(
        statements.isEmpty()
            ? Problem.of(
                text
                    + "ALTER TABLE %s MODIFY QUERY SELECT …, %2$s FROM … GROUP BY …, %2$s, and create %3$s as a ReplacingMergeTree ORDER BY (…, %2$s)"
                        .formatted(view.name(), TableSchema.INGEST_BLOCK, target.name()))
            : new Problem(text + "run", statements));
  }
}
