package dev.hookline.contract;

import java.util.regex.Pattern;

/**
 * What makes two deliveries the same event: {@code org:source:eventId}. A pure function of the
 * delivery, so that a retry, a redelivery and a replay have the same one.
 *
 * @param org the organisation's name as configured: 1 to 64 of {@code a-z 0-9 _ -}, starting with a
 *     letter or digit
 * @param source the system that sent the event
 * @param eventId the provider's id of the event, or a hash where the provider gives none: 1 to 255
 *     printable ASCII characters without blanks
 */
public record EventIdentity(String org, Source source, String eventId) {

  /** The longest organisation name, in characters. */
  public static final int MAX_ORG_LENGTH = 64;

  /** The longest event id, in characters. */
  public static final int MAX_EVENT_ID_LENGTH = 255;

  private static final Pattern ORG = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern EVENT_ID = Pattern.compile("[!-~]{1,255}");

  /**
   * Checks each part.
   *
   * @throws IllegalArgumentException naming the part, its limit and what was given
   */
  public EventIdentity {
    if (org == null || !ORG.matcher(org).matches()) {
      throw new IllegalArgumentException(
          "org must be 1 to 64 characters of a-z, 0-9, _ and -, starting with a letter or digit;"
              + " got "
              + shown(org));
    }
    if (source == null) {
      throw new IllegalArgumentException("source must not be null");
    }
    if (eventId == null || !EVENT_ID.matcher(eventId).matches()) {
      throw new IllegalArgumentException(
          "event id must be 1 to 255 printable ASCII characters without blanks; got "
              + shown(eventId));
    }
  }

  /**
   * Says whether a text can be an organisation's name.
   *
   * @param org may be null
   * @return true when {@link #EventIdentity} would take it
   */
  public static boolean isOrg(String org) {
    return org != null && ORG.matcher(org).matches();
  }

  /**
   * Says whether a text can be an event id.
   *
   * @param eventId may be null
   * @return true when {@link #EventIdentity} would take it
   */
  public static boolean isEventId(String eventId) {
    return eventId != null && EVENT_ID.matcher(eventId).matches();
  }

  /**
   * Reads an identity back from its text.
   *
   * @param text as {@link #toString()} writes it; neither org nor source holds a colon, so the
   *     first two colons part it whatever the event id holds
   * @return the identity
   * @throws IllegalArgumentException when the text is not an identity, naming the part
   */
  public static EventIdentity parse(String text) {
    int first = text == null ? -1 : text.indexOf(':');
    int second = first < 0 ? -1 : text.indexOf(':', first + 1);
    if (second < 0) {
      throw new IllegalArgumentException("identity must be org:source:eventId; got " + shown(text));
    }
    String sourceName = text.substring(first + 1, second);
    Source source =
        Source.ofWireName(sourceName)
            .orElseThrow(() -> new IllegalArgumentException("unknown source " + shown(sourceName)));
    return new EventIdentity(text.substring(0, first), source, text.substring(second + 1));
  }

  /** The identity's one text form: the Kafka key, the claim's key, the name in logs. */
  @Override
  public String toString() {
    return org + ":" + source.wireName() + ":" + eventId;
  }

  private static String shown(String text) {
    if (text == null) {
      return "null";
    }
    String head = text.length() > 80 ? text.substring(0, 80) + "…" : text;
    return "'" + head.replaceAll("\\p{Cntrl}", "?") + "'";
  }
}
