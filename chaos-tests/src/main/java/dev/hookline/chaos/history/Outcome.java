package dev.hookline.chaos.history;

/** What a sender knows of one attempt. A timeout is neither a yes nor a no. */
public enum Outcome {
  /** A 2xx: the delivery must be countable from now on. */
  OK,
  /** A 4xx: this attempt was definitely not accepted. */
  NOT,
  /** A 5xx, a timeout, a broken connection: it may have been accepted or not. */
  UNKNOWN
}
