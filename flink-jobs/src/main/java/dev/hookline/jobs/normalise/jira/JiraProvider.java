package dev.hookline.jobs.normalise.jira;

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
import java.util.OptionalLong;

/** Jira's bodies, of all event types: one that is not known has the general columns. */
public final class JiraProvider implements Provider {

  /** Old Server bodies have none. */
  private static final String ACTION = "issue_event_type_name";

  private static final List<String> PROJECT_IDS =
      List.of("issue.fields.project.id", "project.id", "version.projectId");
  private static final List<String> PROJECT_KEYS =
      List.of("issue.fields.project.key", "project.key");

  private static final Map<String, String> MAIN_OBJECTS =
      Map.of("jira:issue_created", "issue", "jira:issue_updated", "issue");

  private final PathTree unknown = treeOf("");
  private final Map<String, PathTree> trees = new HashMap<>();

  /** The provider. */
  public JiraProvider() {
    JiraEntities.TABLE
        .rules()
        .forEach(rule -> trees.put(rule.eventType(), treeOf(rule.eventType())));
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
    Actor user = JiraAccounts.first(fields, actors(eventType));
    return new Facts(
        new Subject(
            fields.string(ACTION),
            projectId(fields),
            projectKey(fields),
            user,
            JiraEntities.read(eventType, fields)),
        JiraEventTimes.TABLE.read(eventType, when(eventType, fields), fields),
        JiraCredits.read(eventType, user, fields));
  }

  private static String when(String eventType, Fields fields) {
    return JiraCredits.isResolved(eventType, fields) ? JiraEventTimes.RESOLVED : "";
  }

  /**
   * Who did it. Cloud's comments name no user but an author; the "user" of an event about users is
   * the one it was done to.
   */
  private static List<String> actors(String eventType) {
    int end = eventType.indexOf('_');
    String kind = end < 0 ? "" : eventType.substring(0, end);
    boolean created = eventType.endsWith("_created");
    return switch (kind) {
      case "comment", "worklog" ->
          created
              ? List.of("user", kind + ".author")
              : List.of("user", kind + ".updateAuthor", kind + ".author");
      case "attachment" -> List.of("user", "attachment.author");
      case "user" -> List.of();
      default -> List.of("user");
    };
  }

  private static long projectId(Fields fields) {
    return PROJECT_IDS.stream()
        .map(fields::number)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .findFirst()
        .orElse(0);
  }

  private static String projectKey(Fields fields) {
    return PROJECT_KEYS.stream()
        .map(fields::string)
        .filter(key -> !key.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static PathTree treeOf(String eventType) {
    List<String> paths = new ArrayList<>(List.of(ACTION, JiraEntities.COMMENT_SELF));
    paths.addAll(PROJECT_IDS);
    paths.addAll(PROJECT_KEYS);
    actors(eventType).forEach(user -> paths.addAll(JiraAccounts.paths(user)));
    paths.addAll(JiraAccounts.paths(JiraCredits.CREATOR));
    Optional.ofNullable(MAIN_OBJECTS.get(eventType)).ifPresent(paths::add);
    paths.addAll(JiraEventTimes.TABLE.paths(eventType));
    paths.addAll(JiraEntities.TABLE.paths(eventType));
    return JiraCredits.withResolutions(PathTree.of(paths));
  }
}
