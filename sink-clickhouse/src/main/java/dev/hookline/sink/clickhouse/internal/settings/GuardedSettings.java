package dev.hookline.sink.clickhouse.internal.settings;

import java.util.Map;
import java.util.TreeMap;

/**
 * The server settings on which the guarantee rests: what the sink sends for each, and why nobody
 * else may.
 */
public final class GuardedSettings {
  /** Known to the server from 26.2 on; an older one refuses an insert that names it. */
  public static final String DEDUPLICATE_INSERT = "deduplicate_insert";

  /** Sent where the table has a JSON column: its values travel as text. */
  public static final String JSON_AS_TEXT = "input_format_binary_read_json_as_string";

  private static final String DROPS = "the server drops a block that is sent again only with it";
  private static final String ONE_BLOCK =
      "one insert must stay one block, else its retry is not exact";
  private static final String WHOLE = "a row or a column must not be left out in silence";
  private static final String ANSWER = "an answer must mean that the rows are in the table";

  private static final Map<String, String> SENT =
      Map.ofEntries(
          Map.entry("async_insert", "0"),
          Map.entry("insert_deduplicate", "1"),
          Map.entry("deduplicate_blocks_in_dependent_materialized_views", "1"),
          Map.entry("optimize_on_insert", "0"),
          Map.entry("wait_end_of_query", "1"),
          Map.entry("max_insert_block_size", "1048449"),
          Map.entry("min_insert_block_size_rows", "1048449"),
          Map.entry("min_insert_block_size_bytes", "268402944"),
          // Its default is 1: a column that was dropped under the job would vanish without a word.
          Map.entry("input_format_skip_unknown_fields", "0"));

  /** What is not sent, since not every version knows it, and must hold all the same. */
  private static final Map<String, String> HELD =
      Map.ofEntries(
          Map.entry("materialized_views_ignore_errors", "0"),
          Map.entry("use_strict_insert_block_limits", "0"),
          Map.entry("input_format_max_block_size_bytes", "0"),
          Map.entry("max_insert_block_size_bytes", "0"),
          Map.entry("input_format_with_names_use_header", "1"),
          Map.entry("input_format_with_types_use_header", "1"),
          Map.entry("input_format_binary_decode_types_in_binary_format", "0"),
          Map.entry("timeout_overflow_mode", "throw"),
          Map.entry("group_by_overflow_mode", "throw"));

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("insert_deduplication_token", "each block has a token of its own"),
          Map.entry("insert_deduplicate", DROPS),
          Map.entry("update_insert_deduplication_token_in_dependent_materialized_views", DROPS),
          Map.entry(DEDUPLICATE_INSERT, DROPS),
          Map.entry("deduplicate_blocks_in_dependent_materialized_views", DROPS),
          Map.entry("async_insert_deduplicate", DROPS),
          Map.entry("async_insert", ANSWER),
          Map.entry("wait_for_async_insert", ANSWER),
          Map.entry("wait_end_of_query", ANSWER),
          Map.entry("materialized_views_ignore_errors", ANSWER),
          Map.entry("optimize_on_insert", "merging inside an insert hides rows that came twice"),
          Map.entry("max_insert_block_size", ONE_BLOCK),
          Map.entry("max_insert_block_size_rows", ONE_BLOCK),
          Map.entry("max_insert_block_size_bytes", ONE_BLOCK),
          Map.entry("min_insert_block_size_rows", ONE_BLOCK),
          Map.entry("min_insert_block_size_bytes", ONE_BLOCK),
          Map.entry("min_insert_block_size_rows_for_materialized_views", ONE_BLOCK),
          Map.entry("min_insert_block_size_bytes_for_materialized_views", ONE_BLOCK),
          Map.entry("input_format_max_block_size_bytes", ONE_BLOCK),
          Map.entry("use_strict_insert_block_limits", ONE_BLOCK),
          Map.entry("input_format_skip_unknown_fields", WHOLE),
          Map.entry("input_format_with_names_use_header", WHOLE),
          Map.entry("input_format_with_types_use_header", WHOLE),
          Map.entry("input_format_binary_decode_types_in_binary_format", WHOLE),
          Map.entry(JSON_AS_TEXT, WHOLE),
          Map.entry("type_json_skip_duplicated_paths", WHOLE),
          Map.entry("insert_null_as_default", WHOLE),
          Map.entry("timeout_overflow_mode", WHOLE),
          Map.entry("group_by_overflow_mode", WHOLE),
          Map.entry("input_format_allow_errors_num", WHOLE),
          Map.entry("input_format_allow_errors_ratio", WHOLE),
          Map.entry("query", "the sink writes the statement"),
          Map.entry("query_id", "each attempt has an id of its own"),
          Map.entry("database", "it is given by database()"),
          Map.entry("user", "it is given by user()"),
          Map.entry("password", "it is given by password()"),
          Map.entry("readonly", "the sink writes"),
          Map.entry("dialect", "the sink writes the statement"),
          Map.entry("session_id", "blocks of several tasks must not wait for one another"),
          Map.entry("decompress", "blocks travel as LZ4 frames"));

  private GuardedSettings() {}

  /** What every insert carries, by name; {@value #DEDUPLICATE_INSERT} comes on top where known. */
  public static Map<String, String> sent() {
    return SENT;
  }

  /** Of what every insert carries, that which keeps it one block. */
  public static Map<String, String> oneBlock() {
    Map<String, String> settings = new TreeMap<>(SENT);
    settings.keySet().removeIf(name -> !ONE_BLOCK.equals(REASONS.get(name)));
    return settings;
  }

  /** What must hold in the user's profile, by name. */
  public static Map<String, String> held() {
    return HELD;
  }

  /** Why nobody else may choose that setting. */
  public static String reason(String name) {
    return REASONS.get(name);
  }

  /**
   * @throws IllegalArgumentException naming the first setting that would break the guarantee
   */
  static void check(Map<String, String> extra) {
    new TreeMap<>(extra)
        .forEach(
            (name, value) -> {
              String reason = REASONS.get(name);
              if (reason != null) {
                throw new IllegalArgumentException(
                    "server setting '" + name + "' cannot be given: " + reason);
              }
            });
  }
}
