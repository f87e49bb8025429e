package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.delivery.GitHubExamples.Example;
import dev.hookline.cli.delivery.PayloadTimes;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Bodies of the events that people's metrics count, made from the public examples with the demo's
 * people in them. The examples alone hold no merged pull request and no approval, and one person
 * wrote them all.
 */
final class CountedBodies {

  private final List<Example> examples;

  CountedBodies(List<Example> examples) {
    this.examples = List.copyOf(examples);
  }

  /** One body of one of the counted kinds, chosen by the generator. */
  Example next(RandomGenerator random) {
    return switch (random.nextInt(7)) {
      case 0 -> pullRequest("opened", false, random);
      case 1 -> pullRequest("closed", true, random);
      case 2 -> pullRequest("closed", false, random);
      case 3, 4 -> review(random);
      case 5 -> reviewComment(random);
      default -> issue(random.nextBoolean() ? "opened" : "closed", random);
    };
  }

  private Example pullRequest(String action, boolean merged, RandomGenerator random) {
    ObjectNode body = copyOf("pull_request", action);
    ObjectNode pull = (ObjectNode) body.get("pull_request");
    int author = People.any(random);
    number(pull, random);
    pull.set("user", People.github(author));
    body.set("sender", People.github(author));
    if (action.equals("closed")) {
      pull.put("merged", merged);
      pull.set("merged_at", merged ? pull.get("closed_at") : null);
    }
    return new Example("pull_request", body);
  }

  private Example review(RandomGenerator random) {
    ObjectNode body = copyOf("pull_request_review", "submitted");
    ObjectNode pull = (ObjectNode) body.get("pull_request");
    ObjectNode review = (ObjectNode) body.get("review");
    int author = People.any(random);
    int reviewer = People.other(author, random);
    number(pull, random);
    pull.set("user", People.github(author));
    review.put("id", random.nextLong(1, 1L << 40));
    review.put("state", random.nextBoolean() ? "approved" : "changes_requested");
    review.set("user", People.github(reviewer));
    body.set("sender", People.github(reviewer));
    OffsetDateTime submitted =
        PayloadTimes.parse(review.get("submitted_at").textValue()).orElseThrow();
    Duration latency = Duration.ofSeconds(random.nextInt(60, 48 * 3600));
    pull.put("created_at", submitted.minus(latency).toInstant().toString());
    return new Example("pull_request_review", body);
  }

  private Example reviewComment(RandomGenerator random) {
    ObjectNode body = copyOf("pull_request_review_comment", "created");
    int commenter = People.any(random);
    ((ObjectNode) body.get("comment")).put("id", random.nextLong(1, 1L << 40));
    ((ObjectNode) body.get("comment")).set("user", People.github(commenter));
    body.set("sender", People.github(commenter));
    return new Example("pull_request_review_comment", body);
  }

  private Example issue(String action, RandomGenerator random) {
    ObjectNode body = copyOf("issues", "opened");
    ObjectNode issue = (ObjectNode) body.get("issue");
    int person = People.any(random);
    number(issue, random);
    issue.set("user", People.github(person));
    if (action.equals("closed")) {
      // No public example closes an issue; GitHub sends the issue as it is, with these changed.
      body.put("action", "closed");
      issue.put("state", "closed");
      issue.set("closed_at", issue.get("updated_at"));
    }
    body.set("sender", People.github(person));
    return new Example("issues", body);
  }

  private static void number(ObjectNode thing, RandomGenerator random) {
    thing.put("id", random.nextLong(1, 1L << 40));
    thing.put("number", random.nextInt(1, 100_000));
  }

  private ObjectNode copyOf(String eventType, String action) {
    return examples.stream()
        .filter(e -> e.eventType().equals(eventType))
        .filter(e -> e.body().path("action").asText().equals(action))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no example of " + eventType + " " + action))
        .body()
        .deepCopy();
  }
}
