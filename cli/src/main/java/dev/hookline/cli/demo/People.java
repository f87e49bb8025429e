package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.random.RandomGenerator;

/** The people of the demo's organisation, so that its hourly table has more than one row. */
final class People {

  private static final List<String> NAMES =
      List.of("ada", "barbara", "clara", "donald", "edsger", "frances", "grace", "hedy");

  private People() {}

  /** A person's number, from 0. */
  static int any(RandomGenerator random) {
    return random.nextInt(NAMES.size());
  }

  /** Somebody other than the given person. */
  static int other(int person, RandomGenerator random) {
    return (person + 1 + random.nextInt(NAMES.size() - 1)) % NAMES.size();
  }

  /** A person as GitHub writes one. */
  static ObjectNode github(int person) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", 7_000_000_000L + person)
        .put("login", NAMES.get(person))
        .put("type", "User")
        .put("site_admin", false);
  }

  /** A person as Jira Cloud writes one. */
  static ObjectNode jira(int person) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("accountId", "demo:" + NAMES.get(person))
        .put("displayName", NAMES.get(person))
        .put("active", true);
  }
}
