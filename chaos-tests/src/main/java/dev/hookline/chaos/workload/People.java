package dev.hookline.chaos.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.random.RandomGenerator;

/** Who does something: some people, one of whom only sounds like a bot, and two real bots. */
final class People {

  private static final List<String> NAMES =
      List.of("ada", "barbara", "clara", "donald", "edsger", "abbott", "grace", "hedy");

  private static final long FIRST_ID = 8_000_000_000L;

  private People() {}

  /** A person's number, from 0. */
  static int any(RandomGenerator random) {
    return random.nextInt(NAMES.size());
  }

  /** Somebody other than the given person. */
  static int other(int person, RandomGenerator random) {
    return (person + 1 + random.nextInt(NAMES.size() - 1)) % NAMES.size();
  }

  /** The id under which a person counts at GitHub. */
  static String githubId(int person) {
    return Long.toString(FIRST_ID + person);
  }

  /** The id under which a person counts at Jira. */
  static String jiraId(int person) {
    return "chaos:" + NAMES.get(person);
  }

  /** A person as GitHub writes one. */
  static ObjectNode github(int person) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("login", NAMES.get(person))
        .put("id", FIRST_ID + person)
        .put("type", "User")
        .put("site_admin", false);
  }

  /** A bot at GitHub, recognisable by its type or by its name alone. */
  static ObjectNode githubBot(RandomGenerator random) {
    boolean byType = random.nextBoolean();
    return JsonNodeFactory.instance
        .objectNode()
        .put("login", byType ? "dependency-watch" : "release-notes[bot]")
        .put("id", FIRST_ID + 100 + (byType ? 1 : 2))
        .put("type", byType ? "Bot" : "User");
  }

  /** A person as Jira Cloud writes one. */
  static ObjectNode jira(int person) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("accountId", jiraId(person))
        .put("displayName", NAMES.get(person))
        .put("active", true)
        .put("accountType", "atlassian");
  }

  /** An app at Jira Cloud. */
  static ObjectNode jiraApp() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("accountId", "chaos:automation")
        .put("displayName", "Automation")
        .put("accountType", "app");
  }
}
