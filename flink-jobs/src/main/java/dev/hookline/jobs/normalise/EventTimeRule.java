package dev.hookline.jobs.normalise;

import java.util.List;

/**
 * One line of the event-time table: where an event says when it happened.
 *
 * @param eventType the provider's event type, or {@link #ANY}
 * @param when the action or condition, or {@link #ANY} for all that have no line of their own
 * @param paths where to look, in order; empty when the event does not say
 */
public record EventTimeRule(String eventType, String when, List<String> paths) {

  /** Every type, or every action, that has no line of its own. */
  public static final String ANY = "any";

  /** Copies the list. */
  public EventTimeRule {
    paths = List.copyOf(paths);
  }

  /**
   * A line.
   *
   * @param eventType the provider's event type, or {@link #ANY}
   * @param when the action or condition, or {@link #ANY}
   * @param paths where to look, in order
   * @return never null
   */
  public static EventTimeRule rule(String eventType, String when, String... paths) {
    return new EventTimeRule(eventType, when, List.of(paths));
  }
}
