package dev.hookline.gateway.provider;

import dev.hookline.contract.EventIdentity;

/** How a header or field that names something must look: the limits of the record's contract. */
public final class Labels {

  private static final String LIMITS =
      "must be 1 to "
          + EventIdentity.MAX_EVENT_ID_LENGTH
          + " printable ASCII characters without blanks";

  private Labels() {}

  /**
   * Says whether a value can be a label.
   *
   * @param value may be null
   * @return true when it keeps the limits
   */
  public static boolean isLabel(String value) {
    return EventIdentity.isEventId(value);
  }

  /**
   * What to tell a sender whose value is missing or breaks the limits.
   *
   * @param what the header or field, such as {@code header X-GitHub-Event}
   * @param missing whether it is not there at all
   * @return a sentence for a person
   */
  public static String complaint(String what, boolean missing) {
    return what + (missing ? " is missing; it " : " ") + LIMITS;
  }
}
