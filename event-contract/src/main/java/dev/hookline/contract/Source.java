package dev.hookline.contract;

import java.util.Optional;

/** A system that sends webhooks. */
public enum Source {
  /** GitHub, cloud and Enterprise Server. */
  GITHUB("github"),
  /** Jira, Cloud and Data Center. */
  JIRA("jira");

  private final String wireName;

  Source(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The name in URLs, in identities and in the record's header.
   *
   * @return lower-case ASCII, never null
   */
  public String wireName() {
    return wireName;
  }

  /**
   * Finds a source by its wire name.
   *
   * @param name as written, case-sensitive; may be null
   * @return the source, or empty when no source has that name
   */
  public static Optional<Source> ofWireName(String name) {
    for (Source source : values()) {
      if (source.wireName.equals(name)) {
        return Optional.of(source);
      }
    }
    return Optional.empty();
  }
}
