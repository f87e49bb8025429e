package dev.hookline.jobs.normalise;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each event type is about: docs/metrics.md has the same lines. */
public final class EntityTable {

  private final List<EntityRule> rules;
  private final Map<String, EntityRule> byType = new LinkedHashMap<>();

  /**
   * A table.
   *
   * @param rules the lines, one for each event type that is about something with an id
   * @throws IllegalArgumentException when two lines are for the same type
   */
  public EntityTable(List<EntityRule> rules) {
    this.rules = List.copyOf(rules);
    for (EntityRule rule : rules) {
      if (byType.put(rule.eventType(), rule) != null) {
        throw new IllegalArgumentException("two lines for " + rule.eventType());
      }
    }
  }

  /**
   * The lines.
   *
   * @return in the order they were given
   */
  public List<EntityRule> rules() {
    return rules;
  }

  /**
   * Every path that may hold the entity's id.
   *
   * @param eventType known or not
   * @return in order
   */
  public List<String> paths(String eventType) {
    EntityRule rule = byType.get(eventType);
    return rule == null ? List.of() : rule.paths();
  }

  /**
   * What an event is about.
   *
   * @param eventType known or not
   * @param fields what was read of the body
   * @return kind, colon, id; empty when there is no numeric id
   */
  public String read(String eventType, Fields fields) {
    for (String path : paths(eventType)) {
      if (fields.number(path).isPresent()) {
        return byType.get(eventType).kind() + ":" + fields.number(path).getAsLong();
      }
    }
    return "";
  }
}
