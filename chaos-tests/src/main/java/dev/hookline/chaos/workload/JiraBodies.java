package dev.hookline.chaos.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Jira Cloud's bodies, and beside each what it means by docs/metrics.md. */
final class JiraBodies {

  private static final String JIRA = "jira";
  private static final String CREATED = "jira:issue_created";
  private static final String UPDATED = "jira:issue_updated";

  private final RandomGenerator random;
  private final Moments moments;

  JiraBodies(RandomGenerator random, Moments moments) {
    this.random = random;
    this.moments = moments;
  }

  /** Any event. */
  Meant next(String id) {
    long time = moments.next();
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> created(id, time);
      case 3, 4, 5 -> resolved(id, time, null);
      // from one resolution to another: nothing was resolved, and only "timestamp" says when
      case 6 -> resolved(id, time, "10001");
      case 7 -> {
        ObjectNode body = body(id, UPDATED, time, People.jira(People.any(random)));
        body.set("issue", issue(id, time - 3_600_000));
        yield Meant.row(JIRA, UPDATED, body, time);
      }
      case 8 -> {
        ObjectNode body = body(id, "comment_created", time + 3_600_000, null);
        ObjectNode comment = object().put("id", "30001").put("body", Texts.any(random));
        comment.set("author", People.jira(People.any(random)));
        comment.put("created", moments.jira(time));
        body.set("comment", comment);
        yield Meant.row(JIRA, "comment_created", body, time);
      }
      default -> {
        ObjectNode body = body(id, "sprint_started", time, People.jira(People.any(random)));
        body.set("sprint", object().put("id", random.nextInt(1, 1_000)));
        yield Meant.row(JIRA, "sprint_started", body, time);
      }
    };
  }

  private Meant created(String id, long time) {
    int creator = People.any(random);
    int kind = random.nextInt(6);
    ObjectNode issue = issue(id, time);
    ObjectNode fields = (ObjectNode) issue.get("fields");
    ObjectNode user = People.jira(People.other(creator, random));
    if (kind == 0) {
      fields.set("creator", People.jiraApp());
    } else if (kind == 1) {
      // no creator is named, so it is the user's
      user = People.jira(creator);
    } else {
      fields.set("creator", People.jira(creator));
    }
    ObjectNode body = body(id, CREATED, time + 3_600_000, user);
    body.set("issue", issue);
    return count(
        CREATED, body, time, kind == 0 ? "" : People.jiraId(creator), Map.of("issues_created", 1L));
  }

  private Meant resolved(String id, long time, String before) {
    int person = People.any(random);
    ObjectNode issue = issue(id, time - 86_400_000);
    boolean counts = before == null;
    ((ObjectNode) issue.get("fields")).put("resolutiondate", moments.jira(time));
    long timestamp = counts ? time + 3_600_000 : time;
    ObjectNode body = body(id, UPDATED, timestamp, People.jira(person));
    body.set("issue", issue);
    ObjectNode item = object().put("field", "resolution").put("fieldId", "resolution");
    item.put("from", before).put("to", "10000").put("toString", "Done");
    ObjectNode status = object().put("field", "status").put("fieldId", "status");
    status.put("from", "10001").put("to", "10002").put("toString", "Done");
    body.putObject("changelog").putArray("items").add(status).add(item);
    return counts
        ? count(UPDATED, body, time, People.jiraId(person), Map.of("issues_resolved", 1L))
        : Meant.row(JIRA, UPDATED, body, timestamp);
  }

  /** An event without a time that counts for nobody. */
  Meant uncounted(String id) {
    return Meant.row(JIRA, "jira:issue_deleted", body(id, "jira:issue_deleted", 0, null), 0);
  }

  /** Well-formed JSON whose issue is none. */
  Meant unreadable(String id) {
    String eventType = random.nextBoolean() ? CREATED : UPDATED;
    ObjectNode body = body(id, eventType, moments.next(), People.jira(People.any(random)));
    return Meant.reject(JIRA, eventType, body.put("issue", "a text where an object should be"));
  }

  private Meant count(
      String eventType, ObjectNode body, long time, String person, Map<String, Long> amounts) {
    Meant row = Meant.row(JIRA, eventType, body, time);
    return person.isEmpty() || moments.isFuture(time) ? row : row.countingFor(person, amounts);
  }

  /** The id is in the body, for where the provider gives none the body's hash is the event's. */
  private ObjectNode body(String id, String eventType, long timestamp, ObjectNode user) {
    ObjectNode body = object();
    body.put("timestamp", timestamp);
    body.put("webhookEvent", eventType);
    body.put("chaos", id);
    if (user != null) {
      body.set("user", user);
    }
    return body;
  }

  private ObjectNode issue(String id, long created) {
    ObjectNode issue = object();
    issue.put("id", Integer.toString(random.nextInt(1, 1_000_000)));
    issue.put("key", "CHAOS-1");
    ObjectNode fields = issue.putObject("fields");
    fields.put("summary", id + " " + Texts.any(random));
    fields.put("created", moments.jira(created));
    fields.putObject("project").put("id", "10000").put("key", "CHAOS");
    return issue;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
