package dev.hookline.sink.clickhouse;

import java.io.IOException;

/**
 * A block that the server refused for good, or that could not be written within the budget. It
 * fails the job; nothing of the checkpoint under way is lost, because that checkpoint does not
 * complete.
 */
public final class BlockNotWrittenException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * @param message names block, table, the last failure and the way out
   * @param code the server's error code; 0 if it gave none
   * @param cause the last failure
   */
  public BlockNotWrittenException(String message, int code, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The server's error code; 0 if it gave none. */
  public int code() {
    return code;
  }
}
