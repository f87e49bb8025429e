package dev.hookline.jobs.normalise;

import java.util.List;

/**
 * One line of the entity table: what an event is about.
 *
 * @param eventType the provider's event type
 * @param kind the entity's kind, the part of its id before the colon
 * @param paths where its id may be, in order
 */
public record EntityRule(String eventType, String kind, List<String> paths) {

  /** Copies the list. */
  public EntityRule {
    paths = List.copyOf(paths);
  }

  /**
   * A line.
   *
   * @param eventType the provider's event type
   * @param kind the entity's kind
   * @param paths where its id may be, in order
   * @return never null
   */
  public static EntityRule entity(String eventType, String kind, String... paths) {
    return new EntityRule(eventType, kind, List.of(paths));
  }
}
