package dev.hookline.jobs.normalise.github;

import static dev.hookline.jobs.normalise.EventTimeRule.ANY;
import static dev.hookline.jobs.normalise.EventTimeRule.rule;

import dev.hookline.jobs.normalise.EventTimeTable;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where GitHub's events say when they happened. The types that are counted name one field only, so
 * that a count never moves to another hour because a field was missing; the others name the nearest
 * time that their body holds. A type without a line has no time of its own.
 */
public final class GithubEventTimes {

  /** The condition of a {@code pull_request} that was closed by a merge. */
  static final String CLOSED_MERGED = "closed, merged";

  /** The table; an integer in place of a time counts seconds, as GitHub's do in {@code push}. */
  public static final EventTimeTable TABLE =
      new EventTimeTable(
          ChronoUnit.SECONDS,
          List.of(
              rule("branch_protection_rule", "created", "rule.created_at"),
              rule("branch_protection_rule", ANY, "rule.updated_at"),
              rule("check_run", "completed", "check_run.completed_at"),
              rule("check_run", ANY, "check_run.started_at"),
              rule("check_suite", ANY, "check_suite.updated_at"),
              rule("code_scanning_alert", "created", "alert.created_at"),
              rule("code_scanning_alert", "closed_by_user", "alert.dismissed_at"),
              rule(
                  "code_scanning_alert",
                  "fixed",
                  "alert.fixed_at",
                  "alert.updated_at",
                  "alert.created_at"),
              rule("code_scanning_alert", ANY, "alert.updated_at", "alert.created_at"),
              rule("commit_comment", ANY, "comment.created_at"),
              rule("create", ANY),
              rule("delete", ANY),
              rule("dependabot_alert", "created", "alert.created_at"),
              rule("dependabot_alert", ANY, "alert.updated_at"),
              rule("deploy_key", ANY, "key.created_at"),
              rule("deployment", ANY, "deployment.created_at"),
              rule("deployment_review", "requested", "since"),
              rule("deployment_review", ANY, "workflow_run.updated_at"),
              rule("deployment_status", ANY, "deployment_status.created_at"),
              rule("discussion", "created", "discussion.created_at"),
              rule("discussion", "answered", "discussion.answer_chosen_at"),
              rule("discussion", ANY, "discussion.updated_at"),
              rule("discussion_comment", "created", "comment.created_at"),
              rule("discussion_comment", ANY, "comment.updated_at"),
              rule("fork", ANY),
              rule("github_app_authorization", ANY),
              rule("gollum", ANY),
              rule("installation", ANY),
              rule("installation_repositories", ANY),
              rule("issue_comment", "created", "comment.created_at"),
              rule("issue_comment", ANY, "comment.updated_at"),
              rule("issues", "opened", "issue.created_at"),
              rule("issues", "closed", "issue.closed_at"),
              rule("issues", ANY, "issue.updated_at"),
              rule("label", ANY),
              rule("marketplace_purchase", ANY, "effective_date"),
              rule("member", ANY),
              rule("membership", ANY),
              rule("merge_group", ANY, "merge_group.head_commit.timestamp"),
              rule("meta", ANY, "hook.updated_at"),
              rule("milestone", "created", "milestone.created_at"),
              rule("milestone", "closed", "milestone.closed_at"),
              rule("milestone", ANY, "milestone.updated_at"),
              rule("org_block", ANY),
              rule("organization", "member_invited", "invitation.created_at"),
              rule("organization", ANY),
              rule("package", "published", "package.created_at"),
              rule("package", ANY, "package.updated_at"),
              rule("page_build", ANY, "build.updated_at"),
              rule("ping", ANY, "hook.updated_at"),
              rule("project", "created", "project.created_at"),
              rule("project", ANY, "project.updated_at"),
              rule("project_card", "created", "project_card.created_at"),
              rule("project_card", ANY, "project_card.updated_at"),
              rule("project_column", "created", "project_column.created_at"),
              rule("project_column", ANY, "project_column.updated_at"),
              rule("projects_v2_item", "created", "projects_v2_item.created_at"),
              rule("projects_v2_item", ANY, "projects_v2_item.updated_at"),
              rule("public", ANY),
              rule("pull_request", "opened", "pull_request.created_at"),
              rule("pull_request", CLOSED_MERGED, "pull_request.merged_at"),
              rule("pull_request", "closed", "pull_request.closed_at"),
              rule("pull_request", ANY, "pull_request.updated_at"),
              rule("pull_request_review", "submitted", "review.submitted_at"),
              rule("pull_request_review", ANY, "pull_request.updated_at"),
              rule("pull_request_review_comment", "created", "comment.created_at"),
              rule("pull_request_review_comment", ANY, "comment.updated_at"),
              rule("pull_request_review_thread", ANY, "updated_at", "pull_request.updated_at"),
              rule("push", ANY, "head_commit.timestamp"),
              rule("release", "created", "release.created_at"),
              rule(
                  "release",
                  ANY,
                  "release.updated_at",
                  "release.published_at",
                  "release.created_at"),
              rule("release", "published", "release.published_at"),
              rule("release", "released", "release.published_at"),
              rule("release", "prereleased", "release.published_at"),
              rule("repository", ANY),
              rule("repository_dispatch", ANY),
              rule("repository_import", ANY),
              rule("repository_vulnerability_alert", "create", "alert.created_at"),
              rule("repository_vulnerability_alert", "dismiss", "alert.dismissed_at"),
              rule("repository_vulnerability_alert", ANY, "alert.fixed_at"),
              rule("security_advisory", ANY, "security_advisory.updated_at"),
              rule("sponsorship", ANY, "sponsorship.created_at"),
              rule("star", "created", "starred_at"),
              rule("star", ANY),
              rule("status", ANY, "created_at"),
              rule("team", ANY),
              rule("team_add", ANY),
              rule("watch", ANY),
              rule("workflow_dispatch", ANY),
              rule("workflow_job", "completed", "workflow_job.completed_at"),
              rule("workflow_job", "in_progress", "workflow_job.started_at"),
              rule("workflow_job", ANY, "workflow_job.created_at", "workflow_job.started_at"),
              rule(
                  "workflow_run",
                  "requested",
                  "workflow_run.run_started_at",
                  "workflow_run.created_at"),
              rule("workflow_run", ANY, "workflow_run.updated_at")));

  private GithubEventTimes() {}
}
