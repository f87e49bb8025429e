package dev.hookline.jobs.normalise;

/** What kind of account did it. */
public enum ActorKind {
  /** A person, or an account that nothing marks as anything else. */
  HUMAN("human"),
  /** An app or automation: by its account type, or a login that ends in {@code [bot]}. */
  BOT("bot"),
  /** A user that was deleted: the payload has null in its place, or the provider's stand-in. */
  GHOST("ghost"),
  /** The event names nobody. */
  NONE("none");

  private final String wireName;

  ActorKind(String wireName) {
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
