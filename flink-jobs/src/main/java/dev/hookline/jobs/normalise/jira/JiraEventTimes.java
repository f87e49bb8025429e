package dev.hookline.jobs.normalise.jira;

import static dev.hookline.jobs.normalise.EventTimeRule.ANY;
import static dev.hookline.jobs.normalise.EventTimeRule.rule;

import dev.hookline.jobs.normalise.EventTimeTable;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where Jira's events say when they happened. Each has {@code timestamp}, when it was sent; some
 * have the time of the doing as well.
 */
public final class JiraEventTimes {

  /** The condition of a {@code jira:issue_updated} that gave the issue a resolution. */
  static final String RESOLVED = "resolved";

  private static final String TIMESTAMP = "timestamp";

  /** The table; an integer counts milliseconds. */
  public static final EventTimeTable TABLE =
      new EventTimeTable(
          ChronoUnit.MILLIS,
          List.of(
              rule("jira:issue_created", ANY, "issue.fields.created", TIMESTAMP),
              rule("jira:issue_updated", RESOLVED, "issue.fields.resolutiondate", TIMESTAMP),
              rule("jira:issue_updated", ANY, TIMESTAMP),
              rule("comment_created", ANY, "comment.created", TIMESTAMP),
              rule("comment_updated", ANY, "comment.updated", TIMESTAMP),
              rule("worklog_created", ANY, "worklog.created", TIMESTAMP),
              rule("worklog_updated", ANY, "worklog.updated", TIMESTAMP),
              rule("attachment_created", ANY, "attachment.created", TIMESTAMP),
              rule(ANY, ANY, TIMESTAMP)));

  private JiraEventTimes() {}
}
