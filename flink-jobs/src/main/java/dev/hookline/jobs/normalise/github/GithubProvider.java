package dev.hookline.jobs.normalise.github;

import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.Facts;
import dev.hookline.jobs.normalise.Fields;
import dev.hookline.jobs.normalise.NormalizedEvent.Subject;
import dev.hookline.jobs.normalise.PathTree;
import dev.hookline.jobs.normalise.Provider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** GitHub's bodies, of all event types: one that is not known has the general columns. */
public final class GithubProvider implements Provider {

  private static final String ACTION = "action";
  private static final String SENDER = "sender";
  private static final String REPOSITORY_ID = "repository.id";
  private static final String REPOSITORY_NAME = "repository.full_name";

  private static final Map<String, String> MAIN_OBJECTS =
      Map.of(
          "pull_request", "pull_request",
          "pull_request_review", "review",
          "pull_request_review_comment", "comment",
          "issues", "issue");

  private final PathTree unknown = treeOf("");
  private final Map<String, PathTree> trees = new HashMap<>();

  /** The provider. */
  public GithubProvider() {
    GithubEventTimes.TABLE
        .rules()
        .forEach(rule -> trees.computeIfAbsent(rule.eventType(), GithubProvider::treeOf));
  }

  @Override
  public PathTree wanted(String eventType) {
    return trees.getOrDefault(eventType, unknown);
  }

  @Override
  public Optional<String> mainObject(String eventType) {
    return Optional.ofNullable(MAIN_OBJECTS.get(eventType));
  }

  @Override
  public Facts read(String eventType, Fields fields) {
    String action = fields.string(ACTION);
    Actor sender = GithubAccounts.read(fields, SENDER);
    return new Facts(
        new Subject(
            action,
            fields.number(REPOSITORY_ID).orElse(0),
            fields.string(REPOSITORY_NAME),
            sender,
            GithubEntities.read(eventType, fields)),
        GithubEventTimes.TABLE.read(eventType, when(eventType, action, fields), fields),
        GithubCredits.read(eventType, action, sender, fields));
  }

  private static String when(String eventType, String action, Fields fields) {
    boolean merged =
        eventType.equals("pull_request")
            && action.equals("closed")
            && fields.isTrue(GithubCredits.MERGED);
    return merged ? GithubEventTimes.CLOSED_MERGED : action;
  }

  private static PathTree treeOf(String eventType) {
    List<String> paths = new ArrayList<>(List.of(ACTION, REPOSITORY_ID, REPOSITORY_NAME));
    paths.addAll(GithubAccounts.paths(SENDER));
    Optional.ofNullable(MAIN_OBJECTS.get(eventType)).ifPresent(paths::add);
    paths.addAll(GithubEventTimes.TABLE.paths(eventType));
    paths.addAll(GithubEntities.TABLE.paths(eventType));
    paths.add(GithubEntities.PULL_REQUEST_OF_ISSUE);
    paths.add(GithubEntities.RUN_ATTEMPT);
    paths.addAll(GithubCredits.paths(eventType));
    return PathTree.of(paths);
  }
}
