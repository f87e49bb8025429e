package dev.hookline.sink.clickhouse.internal.client;

/** What a failed attempt means for the next one. */
public enum FailureKind {
  /** The server did not take the block, and may take it later. */
  RETRYABLE(true),
  /** Nobody knows whether the block is in the table: the same bytes go again, under its token. */
  OUTCOME_UNKNOWN(true),
  /** The server does not take these bytes, however often they come. */
  REFUSED_DATA(false),
  /** Table, rights, settings or address are not what the sink needs; somebody must mend them. */
  MISCONFIGURED(false);

  private final boolean sentAgain;

  FailureKind(boolean sentAgain) {
    this.sentAgain = sentAgain;
  }

  /** Whether the same block is worth another attempt. */
  public boolean sentAgain() {
    return sentAgain;
  }
}
