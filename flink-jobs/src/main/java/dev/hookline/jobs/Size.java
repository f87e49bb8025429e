package dev.hookline.jobs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as people write it: a whole number of MiB.
 *
 * @param mib how many
 */
public record Size(int mib) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})\\s*MiB");

  /**
   * Reads a size.
   *
   * @param path the setting, for the message
   * @param text such as {@code 16MiB}
   * @return the size
   * @throws JobConfigException when it is none
   */
  static Size parse(String path, String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new JobConfigException(
          path, "must be a whole number of MiB, such as 16MiB; got '" + text + "'");
    }
    return new Size(Integer.parseInt(matcher.group(1)));
  }

  /**
   * The size in bytes.
   *
   * @return a multiple of 1024 × 1024
   */
  public long bytes() {
    return mib * 1024L * 1024;
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return mib + "MiB";
  }
}
