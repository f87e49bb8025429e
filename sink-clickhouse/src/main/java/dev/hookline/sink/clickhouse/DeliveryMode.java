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
  AT_LEAST_ONCE
}
