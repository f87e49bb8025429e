package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import java.io.IOException;

/** A SELECT that was not answered. */
public final class QueryFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final FailureKind kind;
  private final int code;

  QueryFailedException(Failed failed) {
    super(failed.cause().getMessage(), failed.cause());
    this.kind = failed.kind();
    this.code = failed.code();
  }

  /** The same as the failure of an attempt. */
  Failed failed() {
    return new Failed(kind, code, this);
  }

  /** What that means for the next attempt. */
  public FailureKind kind() {
    return kind;
  }

  /** The server's code; 0 if it gave none. */
  public int code() {
    return code;
  }
}
