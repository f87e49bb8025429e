package dev.hookline.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes one clear line of a failure. A part that did not start reports the end of its log with it:
 * of that the reason is kept, if the part says one before it ends, else the last line that says
 * something; and where to read the rest.
 */
public final class FailureLine {

  private static final String LOG = "log: ";
  private static final int MAX_LENGTH = 600;

  /** What the job's main says of its settings; the cluster logs its own end after it. */
  private static final String REASON = "cannot start: ";

  private FailureLine() {}

  /**
   * The line for a person.
   *
   * @param failure what was thrown
   * @return one line, never blank
   */
  public static String of(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      // the class says at least what kind it was
      return failure.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
    List<String> lines = message.strip().lines().map(String::strip).toList();
    Optional<String> log = lines.stream().filter(line -> line.startsWith(LOG)).findFirst();
    String first = lines.get(0);
    if (log.isEmpty()) {
      return shortened(String.join(" ", lines));
    }
    String last = first;
    boolean reason = false;
    for (String line : lines.subList(lines.indexOf(log.get()) + 1, lines.size())) {
      int at = line.indexOf(REASON);
      if (at >= 0) {
        reason = true;
        last = line.substring(at);
      } else if (!reason && isTelling(line)) {
        last = line;
      }
    }
    return shortened(last.equals(first) ? first : first + ": " + last) + " (" + log.get() + ")";
  }

  private static boolean isTelling(String line) {
    return !line.isEmpty() && !line.startsWith("at ") && !line.startsWith("...");
  }

  private static String shortened(String line) {
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH - 1) + "…" : line;
  }
}
