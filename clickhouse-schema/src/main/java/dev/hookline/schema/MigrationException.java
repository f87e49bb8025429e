package dev.hookline.schema;

/** The schema is not as it should be and was left so; the message says what to do about it. */
public final class MigrationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one for a refusal: nothing was tried.
   *
   * @param message what is wrong, and the way out
   */
  public MigrationException(String message) {
    super(message);
  }

  /**
   * Makes one for a failure.
   *
   * @param message what failed, and the way out
   * @param cause what the server or the network said
   */
  public MigrationException(String message, Throwable cause) {
    super(message, cause);
  }
}
