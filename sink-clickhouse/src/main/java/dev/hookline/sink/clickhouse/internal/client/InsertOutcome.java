package dev.hookline.sink.clickhouse.internal.client;

import java.util.Objects;
import java.util.function.Function;

/** How one attempt to insert a block ended. */
public sealed interface InsertOutcome {

  /** Handles every case; a new one does not compile until it is handled. */
  <R> R match(Function<Written, R> written, Function<Failed, R> failed);

  /**
   * The block is in the table, by this attempt or an earlier one: the server does not say which.
   */
  record Written() implements InsertOutcome {
    @Override
    public <R> R match(Function<Written, R> written, Function<Failed, R> failed) {
      return written.apply(this);
    }
  }

  /**
   * The attempt failed.
   *
   * @param kind what that means for the next one
   * @param code the server's error code; 0 if it gave none
   * @param cause what the client threw
   */
  record Failed(FailureKind kind, int code, Throwable cause) implements InsertOutcome {
    /** Kind and cause are always known. */
    public Failed {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(cause, "cause");
    }

    @Override
    public <R> R match(Function<Written, R> written, Function<Failed, R> failed) {
      return failed.apply(this);
    }
  }
}
