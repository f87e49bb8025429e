package dev.hookline.contract;

import java.util.Optional;

/** How a body carries its JSON. */
public enum ContentType {
  /** The body is the JSON. */
  JSON("application/json"),
  /** The JSON is the form's field {@code payload} (GitHub's other content type). */
  FORM("application/x-www-form-urlencoded");

  private final String wireName;

  ContentType(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The media type without parameters.
   *
   * @return never null
   */
  public String wireName() {
    return wireName;
  }

  /**
   * Reads a Content-Type header (RFC 9110, section 8.3): the type compares without case, parameters
   * such as charset are ignored.
   *
   * @param header may be null
   * @return the type, or empty when it is neither of the two
   */
  public static Optional<ContentType> ofHeader(String header) {
    if (header == null) {
      return Optional.empty();
    }
    int end = header.indexOf(';');
    String type = (end < 0 ? header : header.substring(0, end)).strip();
    for (ContentType candidate : values()) {
      if (candidate.wireName.equalsIgnoreCase(type)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
