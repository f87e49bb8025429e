package dev.hookline.chaos.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.chaos.history.Intent.Fate;
import java.util.Map;

/**
 * A body, and what it means to the one who wrote it.
 *
 * @param source {@code github} or {@code jira}
 * @param eventType the provider's event type
 * @param body the JSON
 * @param timeMillis when the event says that it happened; 0 when it does not
 * @param person whose hour it counts in; empty for nobody's
 * @param contributions metric to amount
 * @param fate ROW, or REJECTED for what no reader can make sense of
 */
record Meant(
    String source,
    String eventType,
    ObjectNode body,
    long timeMillis,
    String person,
    Map<String, Long> contributions,
    Fate fate) {

  static Meant row(String source, String eventType, ObjectNode body, long timeMillis) {
    return new Meant(source, eventType, body, timeMillis, "", Map.of(), Fate.ROW);
  }

  /** A row that adds amounts to a person's hour. */
  Meant countingFor(String whom, Map<String, Long> amounts) {
    return new Meant(source, eventType, body, timeMillis, whom, amounts, Fate.ROW);
  }

  static Meant reject(String source, String eventType, ObjectNode body) {
    return new Meant(source, eventType, body, 0, "", Map.of(), Fate.REJECTED);
  }
}
