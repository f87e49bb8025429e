package dev.hookline.schema;

/** Small bodies written by hand, with the fields that metrics are read from and no others. */
final class Bodies {

  static final String HUMAN = "{\"id\": 7, \"login\": \"abbott\", \"type\": \"User\"}";
  static final String OTHER = "{\"id\": 8, \"login\": \"robotics\", \"type\": \"User\"}";
  static final String BOT_BY_TYPE = "{\"id\": 9, \"login\": \"dependable\", \"type\": \"Bot\"}";
  static final String BOT_BY_NAME = "{\"id\": 10, \"login\": \"renew[bot]\", \"type\": \"User\"}";
  static final String GHOST = "{\"id\": 10137, \"login\": \"ghost\", \"type\": \"User\"}";

  private Bodies() {}

  static String opened(String user, String createdAt) {
    return """
        {"action": "opened", "number": 1, "pull_request": {"id": 100, "user": %s,
         "created_at": %s, "merged": false, "merge_commit_sha": "ab"}, "sender": {"id": 99}}"""
        .formatted(user, createdAt);
  }

  static String closed(String user, boolean merged, String mergedAt, String closedAt) {
    return """
        {"action": "closed", "pull_request": {"id": 100, "user": %s, "merged": %s,
         "merge_commit_sha": "ab", "created_at": "2024-05-01T08:00:00Z", "merged_at": %s,
         "closed_at": %s}, "sender": {"id": 99}}"""
        .formatted(user, merged, mergedAt, closedAt);
  }

  static String review(
      String action, String user, String submittedAt, String author, String opened) {
    return """
        {"action": "%s", "review": {"id": 5, "user": %s, "submitted_at": %s, "state": "approved"},
         "pull_request": {"id": 100, "user": %s, "created_at": %s}, "sender": {"id": 99}}"""
        .formatted(action, user, submittedAt, author, opened);
  }

  static String comment(String action, String user, String createdAt) {
    return """
        {"action": "%s", "comment": {"id": 6, "user": %s, "created_at": %s},
         "pull_request": {"id": 100, "user": {"id": 99}}, "sender": {"id": 99}}"""
        .formatted(action, user, createdAt);
  }

  static String issue(String action, String user, String created, String closed, String sender) {
    return """
        {"action": "%s", "issue": {"id": 55, "user": %s, "created_at": %s, "closed_at": %s},
         "sender": %s}"""
        .formatted(action, user, created, closed, sender);
  }

  static String jiraCreated(String user, String creator, String created, long timestamp) {
    return """
        {"timestamp": %d, "webhookEvent": "jira:issue_created", "user": %s,
         "issue": {"id": "1", "fields": {"creator": %s, "created": %s}}}"""
        .formatted(timestamp, user, creator, created);
  }

  static String jiraUpdated(String user, String resolutionDate, long timestamp, String items) {
    return """
        {"timestamp": %d, "webhookEvent": "jira:issue_updated", "user": %s,
         "issue": {"id": "1", "fields": {"resolutiondate": %s}}, "changelog": {"items": [%s]}}"""
        .formatted(timestamp, user, resolutionDate, items);
  }

  /** A changelog item; {@code toString} is a key of Jira's, and a trap. */
  static String item(String fieldId, String field, String from, String to) {
    return "{"
        + (fieldId == null ? "" : "\"fieldId\": \"" + fieldId + "\", ")
        + "\"field\": \"%s\", \"from\": %s, \"to\": %s, \"toString\": \"Done\"}"
            .formatted(field, from, to);
  }
}
