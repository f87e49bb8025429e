package dev.hookline.chaos.tables;

import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps copies from being merged away before they are seen. {@code SYSTEM STOP MERGES} is forgotten
 * by a server that starts again, and starting it again is what faults do; so the tables' own
 * settings say that no two parts are small enough to be merged.
 *
 * <p>Parts then pile up, one an insert, and every read opens them all: to be released now and then.
 */
public final class MergeHold {

  /** The tables that are read without FINAL. */
  private static final List<String> TABLES = List.of("normalized_events", Ledger.TABLE);

  private static final String LIMITS =
      "max_bytes_to_merge_at_max_space_in_pool, max_bytes_to_merge_at_min_space_in_pool";

  /** Beyond the parts of some hours at a block a second; the server's own limit is 3,000. */
  private static final int MOST_PARTS = 100_000;

  private MergeHold() {}

  /**
   * Statements after which no part of the tables is merged, whatever is restarted.
   *
   * @param database where the tables are
   */
  public static List<String> hold(String database) {
    return TABLES.stream()
        .map(
            table ->
                "ALTER TABLE %s.%s MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1, parts_to_delay_insert = %d, parts_to_throw_insert = %3$d"
                    .formatted(database, table, MOST_PARTS))
        .toList();
  }

  /**
   * Statements that merge everything now, and let the server merge again; to be followed by {@link
   * #hold} for the next schedule.
   *
   * @param database where the tables are
   */
  public static List<String> release(String database) {
    return TABLES.stream()
        .flatMap(
            table ->
                Stream.of(
                    "ALTER TABLE %s.%s RESET SETTING %s".formatted(database, table, LIMITS),
                    "OPTIMIZE TABLE %s.%s FINAL".formatted(database, table)))
        .toList();
  }
}
