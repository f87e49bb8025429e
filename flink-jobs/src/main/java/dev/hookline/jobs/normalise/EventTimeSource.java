package dev.hookline.jobs.normalise;

/** Where an event's time comes from. */
public enum EventTimeSource {
  /** The payload says when it happened. */
  PAYLOAD("payload"),
  /** The payload does not say; the time of receipt stands in, and the event feeds no metric. */
  RECEIVED("received"),
  /** The payload's time is more than a day after the receipt; the event feeds no metric. */
  FUTURE("future");

  private final String wireName;

  EventTimeSource(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The name as stored.
   *
   * @return lower-case ASCII
   */
  public String wireName() {
    return wireName;
  }
}
