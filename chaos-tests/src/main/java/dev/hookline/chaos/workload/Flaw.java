package dev.hookline.chaos.workload;

import java.util.Arrays;
import java.util.List;

/**
 * What is wrong with a delivery that must be refused. The right answer to each is a 4xx that would
 * come again, whatever the state of Kafka and Redis is.
 */
enum Flaw {
  WRONG_SIGNATURE,
  NO_SIGNATURE,
  SHORT_SIGNATURE,
  /** Rightly signed, in the header of the other source. */
  SIGNED_LIKE_THE_OTHER_SOURCE,
  BROKEN_JSON,
  NO_BODY,
  NO_OBJECT,
  MORE_THAN_AN_OBJECT,
  FORM_WITH_BROKEN_PAYLOAD,
  FORM_WITHOUT_PAYLOAD,
  /** GitHub names the event's type in a header, Jira in the body. */
  NO_EVENT_TYPE,
  BLANK_IN_EVENT_TYPE,
  /** A header is always a text; Jira's field may be anything. */
  EVENT_TYPE_IS_NO_TEXT("jira"),
  /** Not of Jira, where an event without an id is as good: it has its body's hash for one. */
  NO_ID("github"),
  BLANK_IN_ID,
  LONG_ID,
  /** Jira's hooks have none. */
  BLANK_IN_HOOK_ID("github"),
  UNKNOWN_ORGANISATION,
  UNKNOWN_SOURCE,
  NO_MEDIA_TYPE,
  OTHER_MEDIA_TYPE,
  COMPRESSED,
  /** Over 25 MiB, as much as GitHub sends. */
  TOO_LARGE;

  private final String only;

  Flaw() {
    this("");
  }

  Flaw(String only) {
    this.only = only;
  }

  /** All that a source's deliveries can have. */
  static List<Flaw> of(String source) {
    return Arrays.stream(values())
        .filter(flaw -> flaw.only.isEmpty() || flaw.only.equals(source))
        .toList();
  }
}
