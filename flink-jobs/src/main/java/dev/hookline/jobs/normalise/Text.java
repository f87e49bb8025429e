package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Text as a column holds it: valid Unicode without NUL. JSON may hold a NUL and half of a surrogate
 * pair, neither of which survives the way into a database and out of it; each becomes U+FFFD, the
 * replacement character (Unicode, section 23.8).
 */
public final class Text {

  private static final char REPLACEMENT = '\uFFFD';
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

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

  /**
   * The bytes of {@link #ofUtf8}, without a text in between where there is nothing to replace:
   * bodies are large, and nearly all of them are clean.
   *
   * @param utf8 not null
   * @return the same array when there is nothing to replace
   */
  public static byte[] cleanUtf8(byte[] utf8) {
    int i = 0;
    while (i < utf8.length) {
      if (i + Long.BYTES <= utf8.length && isPlain((long) EIGHT_BYTES.get(utf8, i))) {
        i += Long.BYTES;
        continue;
      }
      int size = sizeOfCharacter(utf8, i);
      if (size == 0) {
        return ofUtf8(utf8).getBytes(UTF_8);
      }
      i += size;
    }
    return utf8;
  }

  /** Whether each of eight bytes is an ASCII character and not NUL. */
  private static boolean isPlain(long bytes) {
    return ((bytes | (bytes - LOWEST_BITS)) & HIGHEST_BITS) == 0;
  }

  /** The bytes of the well-formed character at {@code i} (Unicode, table 3-7); 0: none, or NUL. */
  private static int sizeOfCharacter(byte[] utf8, int i) {
    int lead = utf8[i] & 0xFF;
    if (lead < 0x80) {
      return lead == 0 ? 0 : 1;
    }
    int size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (size == 0 || i + size > utf8.length) {
      return 0;
    }
    int second = utf8[i + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int k = i + 2; k < i + size; k++) {
      if ((utf8[k] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
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
