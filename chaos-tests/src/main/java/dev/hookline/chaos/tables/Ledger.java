package dev.hookline.chaos.tables;

import java.util.List;

/**
 * A table that a materialized view fills with (block, identity) of every row that is inserted into
 * {@code normalized_events}: what a view of somebody's own is given. Only chaos runs add it.
 *
 * <p>It is keyed by the block, as the job demands of every view's target, or it would be a plain
 * MergeTree; so it is read without FINAL and while merges are held ({@link MergeHold}), or copies
 * would vanish in it. Two of one event inside one insert do: {@code ViewsAgree} sees these, in a
 * view that counts rows.
 */
public final class Ledger {

  /** The table. */
  public static final String TABLE = "chaos_ledger";

  /** The view that fills it. */
  public static final String VIEW = "fill_chaos_ledger";

  private Ledger() {}

  /**
   * Statements that add the ledger, each once or again, as a user that may create tables. Events
   * that are there already are not in it, so they must come before the first event.
   *
   * @param database where {@code normalized_events} is
   */
  public static List<String> create(String database) {
    return List.of(
        "CREATE TABLE IF NOT EXISTS %s.%s (ingest_block UUID, identity String) ENGINE = ReplacingMergeTree ORDER BY (ingest_block, identity) SETTINGS non_replicated_deduplication_window = 10000"
            .formatted(database, TABLE),
        "CREATE MATERIALIZED VIEW IF NOT EXISTS %1$s.%2$s TO %1$s.%3$s AS SELECT ingest_block, concat(org, ':', source, ':', event_id) AS identity FROM %1$s.normalized_events"
            .formatted(database, VIEW, TABLE));
  }
}
