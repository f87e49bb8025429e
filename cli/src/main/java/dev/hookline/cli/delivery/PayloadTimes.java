package dev.hookline.cli.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Moves every time in a payload by one offset. The public examples are years old: sent as they are,
 * each would be late and no window would ever hold one. All times of a payload move together, so
 * that the spans between them stay real.
 */
public final class PayloadTimes {

  private static final Pattern ISO =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)");

  /** Both {@code +02:00} and Jira's {@code +0200}; {@code Z} stays {@code Z}. */
  private static final DateTimeFormatter WITH_COLON = format("+HH:MM");

  private static final DateTimeFormatter WITHOUT_COLON = format("+HHMM");

  /** Where GitHub writes a time as a number, it is one of these, in seconds. */
  private static final Set<String> SECONDS = Set.of("created_at", "updated_at", "pushed_at");

  /** Where Jira writes a time as a number, it is this, in milliseconds. */
  private static final Set<String> MILLISECONDS = Set.of("timestamp");

  private static final long LEAST_SECONDS = 946_684_800L;
  private static final long MOST_SECONDS = 4_102_444_800L;

  private PayloadTimes() {}

  /**
   * Moves all times in place.
   *
   * @param root the payload, changed
   * @param offset by how much; whole seconds are kept whole
   */
  public static void shift(JsonNode root, Duration offset) {
    if (root instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode child = object.get(name);
        moved(name, child, offset).ifPresent(value -> object.set(name, value));
        shift(child, offset);
      }
    } else if (root instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode child = array.get(i);
        Optional<JsonNode> moved = moved("", child, offset);
        if (moved.isPresent()) {
          array.set(i, moved.get());
        }
        shift(child, offset);
      }
    }
  }

  /**
   * Reads a time as the providers write it.
   *
   * @param text an ISO 8601 date and time with an offset, with or without a colon; may be null
   * @return the time, or empty when the text is none
   */
  public static Optional<OffsetDateTime> parse(String text) {
    if (text == null || !ISO.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text, formatOf(text)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> moved(String name, JsonNode node, Duration offset) {
    if (node.isTextual()) {
      String text = node.textValue();
      return parse(text).map(time -> TextNode.valueOf(write(text, time.plus(offset))));
    }
    if (node.isIntegralNumber()) {
      long value = node.longValue();
      if (SECONDS.contains(name) && value > LEAST_SECONDS && value < MOST_SECONDS) {
        return Optional.of(LongNode.valueOf(value + offset.toSeconds()));
      }
      if (MILLISECONDS.contains(name)
          && value > LEAST_SECONDS * 1000
          && value < MOST_SECONDS * 1000) {
        return Optional.of(LongNode.valueOf(value + offset.toMillis()));
      }
    }
    return Optional.empty();
  }

  /** Writes a time in the very form that the text had: the same digits after the second. */
  private static String write(String like, OffsetDateTime time) {
    int dot = like.indexOf('.');
    String written = time.withNano(0).format(formatOf(like));
    if (dot < 0) {
      return written;
    }
    int end = dot + 1;
    while (end < like.length() && Character.isDigit(like.charAt(end))) {
      end++;
    }
    String nanos = String.format(Locale.ROOT, "%09d", time.getNano());
    return written.substring(0, dot)
        + "."
        + nanos.substring(0, end - dot - 1)
        + written.substring(dot);
  }

  private static DateTimeFormatter formatOf(String text) {
    return text.endsWith("Z") || text.charAt(text.length() - 3) == ':' ? WITH_COLON : WITHOUT_COLON;
  }

  private static DateTimeFormatter format(String offset) {
    return new DateTimeFormatterBuilder()
        .append(DateTimeFormatter.ISO_LOCAL_DATE)
        .appendLiteral('T')
        .appendPattern("HH:mm:ss")
        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
        .appendOffset(offset, "Z")
        .toFormatter(Locale.ROOT);
  }
}
