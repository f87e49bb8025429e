package dev.hookline.cli.stack;

import java.util.Optional;

/** Finds the one line of a stack trace that tells a person what happened. */
final class FailureText {

  private static final String CAUSED_BY = "Caused by: ";
  private static final int MAX_LENGTH = 500;

  private FailureText() {}

  /**
   * The innermost cause of a printed stack trace: the outer ones only say that a task failed.
   *
   * @param stackTrace as {@link Throwable#printStackTrace()} prints it
   * @return its line, or empty when the text is blank
   */
  static Optional<String> cause(String stackTrace) {
    String found = "";
    for (String line : stackTrace.split("\\R", -1)) {
      if (found.isEmpty()) {
        found = line.strip();
      }
      if (line.startsWith(CAUSED_BY)) {
        found = line.substring(CAUSED_BY.length()).strip();
      }
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        found.length() > MAX_LENGTH ? found.substring(0, MAX_LENGTH - 1) + "…" : found);
  }
}
