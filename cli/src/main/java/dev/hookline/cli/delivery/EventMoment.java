package dev.hookline.cli.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * When a payload says that its event happened, as a sender sees it. It decides only by how much the
 * times of a body are moved; it is on purpose not the job's table, which the audit and the demo
 * check.
 */
public final class EventMoment {

  /** Times of plans, not of events. */
  private static final Set<String> PLANS = Set.of("due_on", "effective_date", "next_billing_date");

  /** JSON pointers by event type or "type/action", the first that holds a time wins. */
  private static final Map<String, List<String>> PLACES =
      Map.ofEntries(
          Map.entry("pull_request/opened", List.of("/pull_request/created_at")),
          Map.entry("pull_request/closed", List.of("/pull_request/closed_at")),
          Map.entry("pull_request", List.of("/pull_request/updated_at")),
          Map.entry("pull_request_review", List.of("/review/submitted_at")),
          Map.entry("pull_request_review_comment", List.of("/comment/created_at")),
          Map.entry("issue_comment", List.of("/comment/created_at")),
          Map.entry("commit_comment", List.of("/comment/created_at")),
          Map.entry("issues/opened", List.of("/issue/created_at")),
          Map.entry("issues/closed", List.of("/issue/closed_at")),
          Map.entry("issues", List.of("/issue/updated_at")),
          Map.entry("push", List.of("/head_commit/timestamp")),
          Map.entry("deployment", List.of("/deployment/created_at")),
          Map.entry("deployment_status", List.of("/deployment_status/created_at")),
          Map.entry("jira:issue_created", List.of("/issue/fields/created", "/timestamp")),
          Map.entry("jira:issue_updated", List.of("/issue/fields/resolutiondate", "/timestamp")));

  private EventMoment() {}

  /**
   * Finds the moment.
   *
   * @param eventType the provider's event type
   * @param payload the JSON object
   * @return the moment, or empty when the payload holds no time at all
   */
  public static Optional<Instant> of(String eventType, JsonNode payload) {
    String action = payload.path("action").asText("");
    for (String key : List.of(eventType + "/" + action, eventType)) {
      for (String place : PLACES.getOrDefault(key, List.of())) {
        Optional<Instant> time = time(payload.at(place));
        if (time.isPresent()) {
          return time;
        }
      }
    }
    return latest("", payload);
  }

  private static Optional<Instant> time(JsonNode node) {
    if (node.isIntegralNumber() && node.longValue() > 100_000_000_000L) {
      return Optional.of(Instant.ofEpochMilli(node.longValue()));
    }
    return PayloadTimes.parse(node.textValue()).map(OffsetDateTime::toInstant);
  }

  private static Optional<Instant> latest(String name, JsonNode node) {
    if (PLANS.contains(name)) {
      return Optional.empty();
    }
    Optional<Instant> latest =
        node.isTextual()
            ? PayloadTimes.parse(node.textValue()).map(OffsetDateTime::toInstant)
            : Optional.empty();
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        latest = later(latest, latest(field.getKey(), field.getValue()));
      }
    } else if (node.isArray()) {
      for (JsonNode child : node) {
        latest = later(latest, latest("", child));
      }
    }
    return latest;
  }

  private static Optional<Instant> later(Optional<Instant> a, Optional<Instant> b) {
    return a.isEmpty() || (b.isPresent() && b.get().isAfter(a.get())) ? b : a;
  }
}
