package dev.hookline.jobs.normalise.jira;

import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.ActorKind;
import dev.hookline.jobs.normalise.Fields;
import dev.hookline.jobs.normalise.JsonValue;
import java.util.List;
import java.util.stream.Stream;

/**
 * Jira's user objects: accountId and accountType in Cloud, key and name in Data Center and Server.
 * A name may change, so it is the id only where there is nothing better.
 */
final class JiraAccounts {

  /** What Cloud gives in place of a user whose account is gone. */
  private static final String GONE = "unknown";

  private JiraAccounts() {}

  /** The paths of a user object. */
  static List<String> paths(String user) {
    return Stream.concat(
            Stream.of(user),
            Stream.of("accountId", "accountType", "key", "name", "displayName")
                .map(field -> user + "." + field))
        .toList();
  }

  /**
   * The first of several users that the body names.
   *
   * @param users paths, in order
   * @return {@link Actor#GHOST} when there is only null, {@link Actor#NONE} when there is none
   */
  static Actor first(Fields fields, List<String> users) {
    Actor found = Actor.NONE;
    for (String user : users) {
      JsonValue.Kind kind = fields.kind(user);
      if (kind == JsonValue.Kind.OBJECT) {
        return ofObject(fields, user);
      }
      found = kind == JsonValue.Kind.NULL ? Actor.GHOST : found;
    }
    return found;
  }

  private static Actor ofObject(Fields fields, String user) {
    String id =
        firstOf(fields.id(user + ".accountId"), fields.id(user + ".key"), name(fields, user));
    String login = firstOf(name(fields, user), fields.string(user + ".displayName"));
    if (id.isEmpty() || id.equals(GONE)) {
      return new Actor("", login, ActorKind.GHOST);
    }
    boolean bot =
        fields.string(user + ".accountType").equals("app") || name(fields, user).endsWith("[bot]");
    return new Actor(id, login, bot ? ActorKind.BOT : ActorKind.HUMAN);
  }

  private static String name(Fields fields, String user) {
    return fields.id(user + ".name");
  }

  private static String firstOf(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
  }
}
