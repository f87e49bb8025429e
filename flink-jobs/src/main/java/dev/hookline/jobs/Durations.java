package dev.hookline.jobs;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number and a unit of ms, s, min, h or d. */
final class Durations {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h|d)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @param path the setting, for the message
   * @param text such as {@code 5s} or {@code 7 d}
   * @return the duration
   * @throws JobConfigException when it is none
   */
  static Duration parse(String path, String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new JobConfigException(
          path, "must be a whole number with ms, s, min, h or d, such as 5s; got '" + text + "'");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "min" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  /**
   * Writes a duration in the largest unit that holds it whole.
   *
   * @param duration may be null
   * @return such as {@code 7d}, which {@link #parse} reads
   */
  static String text(Duration duration) {
    if (duration == null) {
      return "nothing";
    }
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    String[] units = {"d", "h", "min", "s"};
    long[] lengths = {86_400_000L, 3_600_000L, 60_000L, 1_000L};
    for (int i = 0; i < units.length; i++) {
      if (millis % lengths[i] == 0) {
        return millis / lengths[i] + units[i];
      }
    }
    return millis + "ms";
  }
}
