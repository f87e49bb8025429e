package dev.hookline.cli.audit;

/** The audit could not decide: a part did not answer, or answered what it should not. */
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message which part, what it said, and the way out
   */
  public AuditException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message which part, what it said, and the way out
   * @param cause what was thrown
   */
  public AuditException(String message, Throwable cause) {
    super(message, cause);
  }
}
