package dev.hookline.jobs.normalise.github;

import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.Credits;
import dev.hookline.jobs.normalise.Fields;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What GitHub's events count for, and for whom: docs/metrics.md. */
final class GithubCredits {

  /** Means something only when the action is closed; reviews carry a pull request without it. */
  static final String MERGED = "pull_request.merged";

  private static final String AUTHOR = "pull_request.user";
  private static final String REVIEWER = "review.user";
  private static final String COMMENTER = "comment.user";
  private static final String REPORTER = "issue.user";
  private static final String SUBMITTED_AT = "review.submitted_at";
  private static final String PULL_REQUEST_CREATED_AT = "pull_request.created_at";

  private GithubCredits() {}

  /** The paths that a type's counts are read from. */
  static List<String> paths(String eventType) {
    List<String> paths = new ArrayList<>();
    switch (eventType) {
      case "pull_request" -> {
        paths.add(MERGED);
        paths.addAll(GithubAccounts.paths(AUTHOR));
      }
      case "pull_request_review" -> {
        paths.addAll(List.of(SUBMITTED_AT, PULL_REQUEST_CREATED_AT));
        paths.addAll(GithubAccounts.paths(AUTHOR));
        paths.addAll(GithubAccounts.paths(REVIEWER));
      }
      case "pull_request_review_comment" -> paths.addAll(GithubAccounts.paths(COMMENTER));
      case "issues" -> paths.addAll(GithubAccounts.paths(REPORTER));
      default -> {}
    }
    return paths;
  }

  /** The counts of an event, all of them at the event's own time. */
  static Credit read(String eventType, String action, Actor sender, Fields fields) {
    return switch (eventType + "/" + action) {
      case "pull_request/opened" -> one(author(fields), Metric.PR_OPENED);
      case "pull_request/closed" ->
          one(author(fields), fields.isTrue(MERGED) ? Metric.PR_MERGED : Metric.PR_CLOSED_UNMERGED);
      case "pull_request_review/submitted" -> review(fields);
      case "pull_request_review_comment/created" ->
          one(GithubAccounts.read(fields, COMMENTER), Metric.REVIEW_COMMENTS);
      case "issues/opened" -> one(GithubAccounts.read(fields, REPORTER), Metric.ISSUES_CREATED);
      case "issues/closed" -> one(sender, Metric.ISSUES_RESOLVED);
      default -> Credit.NOTHING;
    };
  }

  private static Credit review(Fields fields) {
    Actor reviewer = GithubAccounts.read(fields, REVIEWER);
    Map<Metric, Long> counts = new EnumMap<>(Metric.class);
    counts.put(Metric.REVIEWS, 1L);
    Optional<Long> latency =
        reviewer.isPerson() && !reviewer.id().equals(author(fields).id())
            ? latencyMs(fields)
            : Optional.empty();
    if (latency.isPresent()) {
      counts.put(Metric.REVIEW_LATENCY_MS, latency.get());
      counts.put(Metric.REVIEW_LATENCY_COUNT, 1L);
    }
    return Credits.to(reviewer, counts);
  }

  private static Optional<Long> latencyMs(Fields fields) {
    Optional<Instant> created =
        Timestamps.read(fields, PULL_REQUEST_CREATED_AT, ChronoUnit.SECONDS);
    Optional<Instant> submitted = Timestamps.read(fields, SUBMITTED_AT, ChronoUnit.SECONDS);
    if (created.isEmpty() || submitted.isEmpty() || submitted.get().isBefore(created.get())) {
      return Optional.empty();
    }
    return Optional.of(Duration.between(created.get(), submitted.get()).toMillis());
  }

  private static Actor author(Fields fields) {
    return GithubAccounts.read(fields, AUTHOR);
  }

  private static Credit one(Actor who, Metric metric) {
    return Credits.to(who, Map.of(metric, 1L));
  }
}
