package dev.hookline.jobs.normalise;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where each event says when it happened: docs/metrics.md has the same lines. */
public final class EventTimeTable {

  private final List<EventTimeRule> rules;
  private final Map<String, Map<String, List<String>>> byType = new HashMap<>();
  private final ChronoUnit integers;

  /**
   * A table.
   *
   * @param integers what an integer counts that stands in place of a time
   * @param rules the lines
   * @throws IllegalArgumentException when two lines are for the same type and condition
   */
  public EventTimeTable(ChronoUnit integers, List<EventTimeRule> rules) {
    this.integers = integers;
    this.rules = List.copyOf(rules);
    for (EventTimeRule rule : rules) {
      List<String> before =
          byType
              .computeIfAbsent(rule.eventType(), type -> new HashMap<>())
              .put(rule.when(), rule.paths());
      if (before != null) {
        throw new IllegalArgumentException(
            "two lines for " + rule.eventType() + ", " + rule.when());
      }
    }
  }

  /**
   * The lines.
   *
   * @return in the order they were given
   */
  public List<EventTimeRule> rules() {
    return rules;
  }

  /**
   * Every path that may hold an event's time.
   *
   * @param eventType the provider's event type
   * @return in no order
   */
  public Set<String> paths(String eventType) {
    Set<String> paths = new LinkedHashSet<>();
    linesOf(eventType).values().forEach(paths::addAll);
    return paths;
  }

  /**
   * When an event happened by its own account.
   *
   * @param eventType the provider's event type
   * @param when the action or condition
   * @param fields what was read of the body
   * @return the first time found, or empty when the event does not say
   */
  public Optional<Instant> read(String eventType, String when, Fields fields) {
    Map<String, List<String>> lines = linesOf(eventType);
    List<String> paths = lines.getOrDefault(when, lines.getOrDefault(EventTimeRule.ANY, List.of()));
    return paths.stream()
        .flatMap(path -> Timestamps.read(fields, path, integers).stream())
        .findFirst();
  }

  private Map<String, List<String>> linesOf(String eventType) {
    return byType.getOrDefault(eventType, byType.getOrDefault(EventTimeRule.ANY, Map.of()));
  }
}
