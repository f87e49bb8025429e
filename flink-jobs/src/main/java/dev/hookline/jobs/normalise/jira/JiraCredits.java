package dev.hookline.jobs.normalise.jira;

import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.Credits;
import dev.hookline.jobs.normalise.Fields;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.PathTree;
import java.util.List;
import java.util.Map;

/**
 * What Jira's events count for, and for whom: docs/metrics.md. Comments count for nothing, so the
 * comment that Server sends twice ({@code comment_created} and {@code jira:issue_updated}) does no
 * harm.
 */
final class JiraCredits {

  static final String CREATOR = "issue.fields.creator";

  private static final String ITEMS = "changelog.items";
  private static final String RESOLUTION = "resolution";

  private JiraCredits() {}

  /**
   * Adds the changelog's items that set a resolution. {@code toString} stands beside {@code to} in
   * each and is a label; resolutions are compared by id.
   */
  static PathTree withResolutions(PathTree tree) {
    return tree.withElements(
        ITEMS, List.of("field", "fieldId", "from", "to"), JiraCredits::setsResolution);
  }

  /** Whether the change gave the issue a resolution that it did not have. */
  static boolean isResolved(String eventType, Fields fields) {
    return eventType.equals("jira:issue_updated") && !fields.elements(ITEMS).isEmpty();
  }

  /** The counts of an event. */
  static Credit read(String eventType, Actor user, Fields fields) {
    if (eventType.equals("jira:issue_created")) {
      Actor creator = JiraAccounts.first(fields, List.of(CREATOR));
      boolean named = !creator.equals(Actor.NONE) && !creator.equals(Actor.GHOST);
      return Credits.to(named ? creator : user, Map.of(Metric.ISSUES_CREATED, 1L));
    }
    return isResolved(eventType, fields)
        ? Credits.to(user, Map.of(Metric.ISSUES_RESOLVED, 1L))
        : Credit.NOTHING;
  }

  /** Old Server bodies have no fieldId, so the name has to do there. */
  private static boolean setsResolution(Fields item) {
    String field = item.id("fieldId").isEmpty() ? item.id("field") : item.id("fieldId");
    return field.equals(RESOLUTION) && !item.value("from").isSome() && item.value("to").isSome();
  }
}
