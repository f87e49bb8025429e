package dev.hookline.cli;

/**
 * The end of a command with one clear line instead of a stack trace. The message names what failed
 * and the way out.
 */
public final class CliFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The command did its work and the result is good. */
  public static final int GOOD = 0;

  /** The command did its work and the result is bad. */
  public static final int WRONG = 1;

  /** The command could not do its work, so nothing is known. */
  public static final int UNDECIDED = 2;

  private final int exitCode;

  private CliFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /**
   * The answer is known and bad.
   *
   * @param message one line, not null
   * @return an exception that ends the command with exit code 1
   */
  public static CliFailure wrong(String message) {
    return new CliFailure(WRONG, message, null);
  }

  /**
   * There is no answer.
   *
   * @param message one line, not null
   * @return an exception that ends the command with exit code 2
   */
  public static CliFailure undecided(String message) {
    return new CliFailure(UNDECIDED, message, null);
  }

  /**
   * There is no answer, because of another failure.
   *
   * @param message one line, not null
   * @param cause shown under {@code --verbose}
   * @return an exception that ends the command with exit code 2
   */
  public static CliFailure undecided(String message, Throwable cause) {
    return new CliFailure(UNDECIDED, message, cause);
  }

  /**
   * The exit code.
   *
   * @return 1 or 2
   */
  public int exitCode() {
    return exitCode;
  }
}
