package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Text as a column holds it: valid Unicode without NUL. JSON may hold a NUL and half of a surrogate
 * pair, neither of which survives the way into a database and out of it; each becomes U+FFFD, the
 * replacement character (Unicode, section 23.8).
 */
public final class Text {

  private static final char REPLACEMENT = '\uFFFD';

  private Text() {}

  /**
   * Replaces every NUL and every lone surrogate.
   *
   * @param text not null
   * @return the same object when there is nothing to replace
   */
  public static String clean(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isPair(text, i)) {
        i++;
      } else if (isBad(text.charAt(i))) {
        return replaced(text, i);
      }
    }
    return text;
  }

  /**
   * Decodes bytes and cleans the text; what is not UTF-8 becomes U+FFFD as well.
   *
   * @param utf8 not null
   * @return never null
   */
  public static String ofUtf8(byte[] utf8) {
    return clean(new String(utf8, UTF_8));
  }

  private static String replaced(String text, int from) {
    StringBuilder out = new StringBuilder(text.length()).append(text, 0, from);
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPair(text, i)) {
        out.append(c).append(text.charAt(++i));
      } else {
        out.append(isBad(c) ? REPLACEMENT : c);
      }
    }
    return out.toString();
  }

  private static boolean isPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  private static boolean isBad(char c) {
    return c == 0 || Character.isSurrogate(c);
  }
}
