package dev.hookline.jobs.normalise.github;

import static dev.hookline.jobs.normalise.EntityRule.entity;

import dev.hookline.jobs.normalise.EntityTable;
import dev.hookline.jobs.normalise.Fields;
import dev.hookline.jobs.normalise.JsonValue;
import java.util.List;

/** What GitHub's events are about, by numeric id: names and numbers move, ids do not. */
public final class GithubEntities {

  /** Present in an {@code issue_comment} only when the "issue" is a pull request. */
  static final String PULL_REQUEST_OF_ISSUE = "issue.pull_request";

  static final String RUN_ATTEMPT = "workflow_run.run_attempt";

  /** The table. A type without a line is about nothing that has a numeric id. */
  public static final EntityTable TABLE =
      new EntityTable(
          List.of(
              entity("branch_protection_rule", "branch_protection_rule", "rule.id"),
              entity("check_run", "check_run", "check_run.id"),
              entity("check_suite", "check_suite", "check_suite.id"),
              entity("code_scanning_alert", "code_scanning_alert", "alert.number"),
              entity("commit_comment", "commit_comment", "comment.id"),
              entity("dependabot_alert", "dependabot_alert", "alert.number"),
              entity("deploy_key", "deploy_key", "key.id"),
              entity("deployment", "deployment", "deployment.id"),
              entity("deployment_review", "workflow_run", "workflow_run.id"),
              entity("deployment_status", "deployment", "deployment.id"),
              entity("discussion", "discussion", "discussion.id"),
              entity("discussion_comment", "discussion", "discussion.id"),
              entity("fork", "repository", "forkee.id"),
              entity("installation", "installation", "installation.id"),
              entity("installation_repositories", "installation", "installation.id"),
              entity("issue_comment", "issue", "issue.id"),
              entity("issues", "issue", "issue.id"),
              entity("label", "label", "label.id"),
              entity("marketplace_purchase", "account", "marketplace_purchase.account.id"),
              entity("member", "user", "member.id"),
              entity("membership", "team", "team.id"),
              entity("meta", "hook", "hook_id"),
              entity("milestone", "milestone", "milestone.id"),
              entity("org_block", "user", "blocked_user.id"),
              entity("organization", "organization", "organization.id"),
              entity("package", "package", "package.id"),
              entity("page_build", "page_build", "id"),
              entity("ping", "hook", "hook_id"),
              entity("project", "project", "project.id"),
              entity("project_card", "project_card", "project_card.id"),
              entity("project_column", "project_column", "project_column.id"),
              entity("projects_v2_item", "projects_v2_item", "projects_v2_item.id"),
              entity("public", "repository", "repository.id"),
              entity("pull_request", "pull_request", "pull_request.id"),
              entity("pull_request_review", "pull_request", "pull_request.id"),
              entity("pull_request_review_comment", "pull_request", "pull_request.id"),
              entity("pull_request_review_thread", "pull_request", "pull_request.id"),
              entity("release", "release", "release.id"),
              entity("repository", "repository", "repository.id"),
              entity("repository_import", "repository", "repository.id"),
              entity("repository_vulnerability_alert", "vulnerability_alert", "alert.id"),
              entity("star", "repository", "repository.id"),
              entity("status", "commit_status", "id"),
              entity("team", "team", "team.id"),
              entity("team_add", "team", "team.id"),
              entity("watch", "repository", "repository.id"),
              entity("workflow_job", "workflow_job", "workflow_job.id"),
              entity("workflow_run", "workflow_run", "workflow_run.id")));

  private GithubEntities() {}

  /**
   * What an event is about.
   *
   * @param eventType known or not
   * @param fields what was read of the body
   * @return kind, colon, id; empty when there is none
   */
  static String read(String eventType, Fields fields) {
    String entity = TABLE.read(eventType, fields);
    if (eventType.equals("issue_comment")
        && fields.kind(PULL_REQUEST_OF_ISSUE) == JsonValue.Kind.OBJECT
        && !entity.isEmpty()) {
      // The body has the pull request's id as an issue only, which is another number.
      return "pull_request_" + entity;
    }
    if (entity.startsWith("workflow_run:")) {
      // A re-run keeps the run's id; only with the attempt is it one run.
      return entity + "/" + fields.number(RUN_ATTEMPT).orElse(1);
    }
    return entity;
  }
}
