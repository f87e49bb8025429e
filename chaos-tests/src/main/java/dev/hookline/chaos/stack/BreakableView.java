package dev.hookline.chaos.stack;

import dev.hookline.cli.stack.ClickHouseHttp;

/**
 * A materialized view over the events that throws while a switch is on, made as a user's own view
 * has to be: keyed by block, so that an insert that comes again changes nothing. It counts events,
 * so that what it missed can be seen.
 */
public final class BreakableView {

  /** The view's target, which errors of the view name. */
  public static final String TARGET = "chaos_counted";

  private static final String SWITCH = "chaos_switch";

  private final ClickHouseHttp sql;

  /**
   * Nothing is asked yet.
   *
   * @param sql the writer
   */
  public BreakableView(ClickHouseHttp sql) {
    this.sql = sql;
  }

  /** Makes it; before the first event, so that it has seen all. */
  public void create() {
    run(
        "CREATE TABLE "
            + TARGET
            + " (event_type LowCardinality(String), events UInt64, ingest_block UUID)"
            + " ENGINE = ReplacingMergeTree ORDER BY (event_type, ingest_block)"
            + " SETTINGS non_replicated_deduplication_window = 10000");
    run("CREATE TABLE " + SWITCH + " (k UInt8, broken UInt8) ENGINE = Join(ANY, LEFT, k)");
    run(
        "CREATE MATERIALIZED VIEW fill_"
            + TARGET
            + " TO "
            + TARGET
            + " AS SELECT event_type, count() + sum(throwIf(joinGet('hookline."
            + SWITCH
            + "', 'broken', 0) > 0, 'this view is broken on purpose')) AS events, ingest_block"
            + " FROM normalized_events GROUP BY event_type, ingest_block");
  }

  /** From now on every insert of events fails, after its rows are in the table. */
  public void breakIt() {
    run("INSERT INTO " + SWITCH + " VALUES (0, 1)");
  }

  /** Inserts work again. */
  public void mend() {
    run("TRUNCATE TABLE " + SWITCH);
  }

  /** How many events it has counted. */
  public long counted() {
    return number("SELECT sum(events) FROM " + TARGET + " FINAL");
  }

  /** How many rows the table has that are not in the view, or the other way round. */
  public long difference() {
    return number(
        "SELECT count() FROM (SELECT ingest_block, count() AS n FROM normalized_events GROUP BY"
            + " ingest_block) AS base FULL JOIN (SELECT ingest_block, sum(events) AS n FROM "
            + TARGET
            + " FINAL GROUP BY ingest_block) AS seen USING ingest_block WHERE base.n != seen.n");
  }

  private long number(String select) {
    return Long.parseLong(sql.text(select, "TSV").strip());
  }

  private void run(String statement) {
    sql.text(statement, "TSV");
  }
}
