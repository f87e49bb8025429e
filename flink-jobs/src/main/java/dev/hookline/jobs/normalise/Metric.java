package dev.hookline.jobs.normalise;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is counted per person and hour. The column names are those of {@code
 * employee_metrics_hourly}, and the keys of the column {@code contributions} of {@code
 * normalized_events}; docs/metrics.md defines each.
 */
public enum Metric {
  /** Pull requests opened, credited to the author at {@code created_at}. */
  PR_OPENED("pr_opened"),
  /** Pull requests merged, credited to the author at {@code merged_at}. */
  PR_MERGED("pr_merged"),
  /** Pull requests closed without a merge, credited to the author at {@code closed_at}. */
  PR_CLOSED_UNMERGED("pr_closed_unmerged"),
  /** Reviews submitted, credited to the reviewer at {@code review.submitted_at}. */
  REVIEWS("reviews"),
  /** Review comments made, credited to the commenter at {@code comment.created_at}. */
  REVIEW_COMMENTS("review_comments"),
  /** Sum over reviews of submitted_at − the pull request's created_at, in milliseconds. */
  REVIEW_LATENCY_MS("review_latency_ms"),
  /** Number of reviews in {@link #REVIEW_LATENCY_MS}. */
  REVIEW_LATENCY_COUNT("review_latency_count"),
  /** Issues created. */
  ISSUES_CREATED("issues_created"),
  /** Issues resolved (Jira) or closed (GitHub). */
  ISSUES_RESOLVED("issues_resolved");

  private final String column;

  Metric(String column) {
    this.column = column;
  }

  /**
   * The name as stored.
   *
   * @return lower-case ASCII with underscores
   */
  public String column() {
    return column;
  }

  /**
   * Finds a metric by its stored name.
   *
   * @param column case-sensitive; may be null
   * @return the metric, or empty when none has that name
   */
  public static Optional<Metric> ofColumn(String column) {
    return Arrays.stream(values()).filter(metric -> metric.column.equals(column)).findFirst();
  }
}
