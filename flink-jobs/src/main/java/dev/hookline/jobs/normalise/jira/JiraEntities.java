package dev.hookline.jobs.normalise.jira;

import static dev.hookline.jobs.normalise.EntityRule.entity;

import dev.hookline.jobs.normalise.EntityTable;
import dev.hookline.jobs.normalise.Fields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Jira's events are about. Jira writes most ids as strings of digits. */
public final class JiraEntities {

  /** The comment's address, which holds the issue's id where the body has no issue (Server). */
  static final String COMMENT_SELF = "comment.self";

  /** The table. A type without a line is about nothing that has a numeric id. */
  public static final EntityTable TABLE =
      new EntityTable(
          List.of(
              entity("jira:issue_created", "issue", "issue.id"),
              entity("jira:issue_updated", "issue", "issue.id"),
              entity("jira:issue_deleted", "issue", "issue.id"),
              entity("jira:worklog_updated", "issue", "issue.id"),
              entity("comment_created", "issue", "issue.id"),
              entity("comment_updated", "issue", "issue.id"),
              entity("comment_deleted", "issue", "issue.id"),
              entity("issue_property_set", "issue", "issue.id"),
              entity("issue_property_deleted", "issue", "issue.id"),
              entity("worklog_created", "issue", "worklog.issueId", "issue.id"),
              entity("worklog_updated", "issue", "worklog.issueId", "issue.id"),
              entity("worklog_deleted", "issue", "worklog.issueId", "issue.id"),
              entity("attachment_created", "attachment", "attachment.id"),
              entity("attachment_deleted", "attachment", "attachment.id"),
              entity("issuelink_created", "issuelink", "issueLink.id"),
              entity("issuelink_deleted", "issuelink", "issueLink.id"),
              entity("project_created", "project", "project.id"),
              entity("project_updated", "project", "project.id"),
              entity("project_deleted", "project", "project.id"),
              entity("project_soft_deleted", "project", "project.id"),
              entity("project_restored_deleted", "project", "project.id"),
              entity("project_archived", "project", "project.id"),
              entity("project_restored_archived", "project", "project.id"),
              entity("jira:version_created", "version", "version.id"),
              entity("jira:version_updated", "version", "version.id"),
              entity("jira:version_released", "version", "version.id"),
              entity("jira:version_unreleased", "version", "version.id"),
              entity("jira:version_moved", "version", "version.id"),
              entity("jira:version_deleted", "version", "version.id"),
              entity("jira:version_merged", "version", "version.id"),
              entity("sprint_created", "sprint", "sprint.id"),
              entity("sprint_updated", "sprint", "sprint.id"),
              entity("sprint_started", "sprint", "sprint.id"),
              entity("sprint_closed", "sprint", "sprint.id"),
              entity("sprint_deleted", "sprint", "sprint.id"),
              entity("board_created", "board", "board.id"),
              entity("board_updated", "board", "board.id"),
              entity("board_deleted", "board", "board.id"),
              entity("board_configuration_changed", "board", "board.id"),
              entity("filter_created", "filter", "filter.id"),
              entity("filter_updated", "filter", "filter.id"),
              entity("filter_deleted", "filter", "filter.id")));

  private static final Pattern ISSUE_OF_COMMENT =
      Pattern.compile("/issue/([0-9]{1,18})/comment/[0-9]+");

  private JiraEntities() {}

  /**
   * What an event is about.
   *
   * @param eventType known or not
   * @param fields what was read of the body
   * @return kind, colon, id; empty when there is none
   */
  static String read(String eventType, Fields fields) {
    String entity = TABLE.read(eventType, fields);
    if (entity.isEmpty() && eventType.startsWith("comment_")) {
      Matcher matcher = ISSUE_OF_COMMENT.matcher(fields.string(COMMENT_SELF));
      return matcher.find() ? "issue:" + Long.parseLong(matcher.group(1)) : "";
    }
    return entity;
  }
}
