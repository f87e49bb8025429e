package dev.hookline.sink.clickhouse;

/** What the sink promises about a row after a failure and a restart of the job. */
public enum DeliveryMode {
  /**
   * Every row is in the table before the checkpoint that covers it completes. After a restart the
   * rows since the last completed checkpoint are written again, in new blocks: the table must make
   * the copies harmless, as a ReplacingMergeTree does whose version is a function of the data.
   * Within one run a block that is sent again carries its first token, so the server drops the
   * copy.
   */
  AT_LEAST_ONCE,

  /**
   * Every row is in the table, and in each materialized view that depends on it, exactly once. Rows
   * lie in the checkpoint as sealed blocks and are sent when the checkpoint has completed; after a
   * restart the same bytes are sent again under the same tokens, which the server drops. So rows
   * show up one checkpoint interval later than they would otherwise.
   */
  EXACTLY_ONCE
}
