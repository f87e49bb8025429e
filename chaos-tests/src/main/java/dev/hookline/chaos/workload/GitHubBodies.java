package dev.hookline.chaos.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * GitHub's bodies, cut down to what a reader may look at, and beside each what it means by
 * docs/metrics.md. Traps of real bodies are kept: times that look like the right one, a merge
 * commit on what was not merged, people who sound like bots.
 */
final class GitHubBodies {

  private static final String GITHUB = "github";
  private static final long LONGEST_REVIEW_MILLIS = 48L * 3_600_000;

  private final RandomGenerator random;
  private final Moments moments;

  GitHubBodies(RandomGenerator random, Moments moments) {
    this.random = random;
    this.moments = moments;
  }

  /** An event that counts for a person, or would if it were a person's. */
  Meant counted(String id) {
    return switch (random.nextInt(9)) {
      case 0, 1 -> pullRequest(id, "opened", false);
      case 2, 3 -> pullRequest(id, "closed", true);
      case 4 -> pullRequest(id, "closed", false);
      case 5, 6 -> review(id);
      case 7 -> reviewComment(id);
      default -> issue(id, random.nextBoolean() ? "opened" : "closed");
    };
  }

  private Meant pullRequest(String id, String action, boolean merged) {
    long time = moments.next();
    int author = People.any(random);
    boolean bot = random.nextInt(10) == 0;
    ObjectNode pull = pull(bot ? People.githubBot(random) : People.github(author), time);
    boolean closed = action.equals("closed");
    pull.put("state", closed ? "closed" : "open");
    pull.put("merged", merged);
    pull.put("merge_commit_sha", "%040x".formatted(random.nextLong(Long.MAX_VALUE)));
    if (closed) {
      // only the one of the two that decides has the time; the other would be another hour
      write(pull, "closed_at", merged ? time + 7_200_000 : time);
      write(pull, "created_at", time - 86_400_000);
      if (merged) {
        write(pull, "merged_at", time);
      } else {
        pull.putNull("merged_at");
      }
    } else {
      write(pull, "created_at", time);
    }
    ObjectNode body = body(id, action, People.github(People.any(random)));
    body.set("pull_request", pull);
    String metric = closed ? merged ? "pr_merged" : "pr_closed_unmerged" : "pr_opened";
    return count(
        "pull_request", body, time, bot ? "" : People.githubId(author), Map.of(metric, 1L));
  }

  private Meant review(String id) {
    long submitted = moments.next();
    int author = People.any(random);
    int kind = random.nextInt(10);
    boolean own = kind == 0;
    boolean bot = kind == 1;
    boolean negative = kind == 2;
    int reviewer = own ? author : People.other(author, random);
    long latency = random.nextLong(LONGEST_REVIEW_MILLIS);
    ObjectNode pull = pull(People.github(author), submitted);
    write(pull, "created_at", negative ? submitted + 60_000 : submitted - latency);
    ObjectNode review = object();
    review.put("id", random.nextLong(1, 1L << 40));
    review.put("body", Texts.any(random));
    review.put("state", random.nextBoolean() ? "approved" : "changes_requested");
    review.set("user", bot ? People.githubBot(random) : People.github(reviewer));
    write(review, "submitted_at", submitted);
    ObjectNode body = body(id, "submitted", People.github(reviewer));
    body.set("review", review);
    body.set("pull_request", pull);
    Map<String, Long> amounts = new LinkedHashMap<>(Map.of("reviews", 1L));
    if (!own && !negative) {
      amounts.put("review_latency_ms", latency);
      amounts.put("review_latency_count", 1L);
    }
    return count(
        "pull_request_review", body, submitted, bot ? "" : People.githubId(reviewer), amounts);
  }

  private Meant reviewComment(String id) {
    long time = moments.next();
    int commenter = People.any(random);
    ObjectNode comment = object();
    comment.put("id", random.nextLong(1, 1L << 40));
    comment.put("body", Texts.any(random));
    comment.set("user", People.github(commenter));
    write(comment, "created_at", time);
    write(comment, "updated_at", time + 3_600_000);
    ObjectNode body = body(id, "created", People.github(commenter));
    body.set("comment", comment);
    body.set("pull_request", pull(People.github(People.any(random)), time - 7_200_000));
    return count(
        "pull_request_review_comment",
        body,
        time,
        People.githubId(commenter),
        Map.of("review_comments", 1L));
  }

  private Meant issue(String id, String action) {
    long time = moments.next();
    boolean closed = action.equals("closed");
    int reporter = People.any(random);
    int sender = People.other(reporter, random);
    ObjectNode issue = object();
    issue.put("id", random.nextLong(1, 1L << 40));
    issue.put("title", Texts.any(random));
    issue.set("user", People.github(reporter));
    write(issue, "created_at", closed ? time - 86_400_000 : time);
    write(issue, "updated_at", time + 3_600_000);
    if (closed) {
      write(issue, "closed_at", time);
    }
    ObjectNode body = body(id, action, People.github(sender));
    body.set("issue", issue);
    return closed
        ? count("issues", body, time, People.githubId(sender), Map.of("issues_resolved", 1L))
        : count("issues", body, time, People.githubId(reporter), Map.of("issues_created", 1L));
  }

  /** What GitHub sends when a hook is made. It has no time. */
  Meant ping(String id) {
    return Meant.row(GITHUB, "ping", object().put("zen", id), 0);
  }

  /** An event that counts for nobody: of a type, or of an action, that has no metric. */
  Meant uncounted(String id) {
    long time = moments.next();
    ObjectNode body = body(id, "created", People.github(People.any(random)));
    return switch (random.nextInt(9)) {
      case 0 -> {
        body.remove("action");
        ObjectNode commit = object().put("id", "c0ffee").put("message", Texts.any(random));
        write(commit, "timestamp", time);
        body.set("head_commit", commit);
        yield Meant.row(GITHUB, "push", body, time);
      }
      case 1 -> {
        ObjectNode comment = object().put("id", random.nextLong(1, 1L << 40));
        write(comment, "created_at", time);
        body.set("comment", comment);
        yield Meant.row(GITHUB, "issue_comment", body, time);
      }
      case 2 -> {
        body.put("action", "synchronize");
        ObjectNode pull = pull(People.github(People.any(random)), time - 3_600_000);
        write(pull, "created_at", time - 86_400_000);
        write(pull, "updated_at", time);
        body.set("pull_request", pull);
        yield Meant.row(GITHUB, "pull_request", body, time);
      }
      case 3 -> {
        ObjectNode status = object().put("state", "success");
        write(status, "created_at", time);
        body.set("deployment_status", status);
        yield Meant.row(GITHUB, "deployment_status", body, time);
      }
      // no time of their own, or none that anybody knows how to read
      case 4 -> Meant.row(GITHUB, "create", body.put("ref", "main"), 0);
      case 5 -> Meant.row(GITHUB, "delete", body.put("ref", "main"), 0);
      case 6 -> Meant.row(GITHUB, "label", body, 0);
      case 7 -> {
        write(body, "created_at", time);
        yield Meant.row(GITHUB, "never_heard_of", body, 0);
      }
      default -> {
        // of a counted kind, but its time is none, so it feeds no metric
        ObjectNode pull = pull(People.github(People.any(random)), time);
        pull.put("created_at", "yesterday");
        body.put("action", "opened");
        body.set("pull_request", pull);
        yield Meant.row(GITHUB, "pull_request", body, 0);
      }
    };
  }

  /** Well-formed JSON whose main object is none. */
  Meant unreadable(String id) {
    String[] place =
        List.of(
                new String[] {"pull_request", "pull_request", "opened"},
                new String[] {"pull_request_review", "review", "submitted"},
                new String[] {"pull_request_review_comment", "comment", "created"},
                new String[] {"issues", "issue", "opened"})
            .get(random.nextInt(4));
    ObjectNode body = body(id, place[2], People.github(People.any(random)));
    if (random.nextBoolean()) {
      body.put(place[1], "a text where an object should be");
    } else {
      body.putArray(place[1]).add(1);
    }
    return Meant.reject(GITHUB, place[0], body);
  }

  private Meant count(
      String eventType, ObjectNode body, long time, String person, Map<String, Long> amounts) {
    Meant row = Meant.row(GITHUB, eventType, body, time);
    return person.isEmpty() || moments.isFuture(time) ? row : row.countingFor(person, amounts);
  }

  private ObjectNode pull(ObjectNode author, long updated) {
    ObjectNode pull = object();
    pull.put("id", random.nextLong(1, 1L << 40));
    pull.put("number", random.nextInt(1, 100_000));
    pull.put("title", Texts.any(random));
    pull.set("user", author);
    write(pull, "created_at", updated);
    write(pull, "updated_at", updated + 3_600_000);
    return pull;
  }

  private ObjectNode body(String id, String action, ObjectNode sender) {
    ObjectNode body = object();
    body.put("action", action);
    body.put("chaos", id);
    ObjectNode repository = object();
    repository.put("id", random.nextInt(1, 1_000));
    repository.put("full_name", "chaos/repository");
    repository.put("description", Texts.any(random));
    body.set("repository", repository);
    body.set("sender", sender);
    return body;
  }

  /** A time, now and then as the seconds since 1970 that some of GitHub's fields hold. */
  private void write(ObjectNode object, String name, long millis) {
    // All is drawn in any case: what comes next must not depend on the clock.
    boolean asSeconds = random.nextInt(3) == 0;
    String text = moments.github(millis);
    if (asSeconds && millis % 1_000 == 0) {
      object.put(name, millis / 1_000);
    } else {
      object.put(name, text);
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
