package dev.hookline.sink.clickhouse.internal.check;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server, and what its user's profile says.
 *
 * @param version such as {@code 25.8.1.1}
 * @param settings those on which the guarantee rests and that the server has, by name
 */
record ServerFacts(String version, Map<String, Setting> settings) {
  private static final int FLOOR_YEAR = 25;
  private static final int FLOOR_MONTH = 8;
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\..*");
  private static final String TOKEN = "insert_deduplication_token";

  /**
   * A setting as the user's profile has it.
   *
   * @param value what holds where the sink sends nothing
   * @param fixed whether the sink may not send another
   * @param min the least that may be sent; empty if there is no such constraint
   * @param max the most that may be sent; empty if there is no such constraint
   */
  record Setting(String value, boolean fixed, String min, String max) {
    private boolean takes(String sent) {
      return (!fixed || sent.equals(value)) && !below(sent, min) && !below(max, sent);
    }

    /** Constraints are on numbers; on anything else there is nothing to compare. */
    private static boolean below(String number, String limit) {
      return number.matches("\\d+")
          && limit.matches("\\d+")
          && new BigInteger(number).compareTo(new BigInteger(limit)) < 0;
    }
  }

  static ServerFacts read(ServerConnection server)
      throws QueryFailedException, InterruptedException {
    String names =
        Stream.of(
                GuardedSettings.sent().keySet(),
                GuardedSettings.held().keySet(),
                Set.of(GuardedSettings.DEDUPLICATE_INSERT, TOKEN))
            .flatMap(Set::stream)
            .sorted()
            .map(SqlText::quoted)
            .collect(Collectors.joining(", "));
    Map<String, Setting> settings = new TreeMap<>();
    for (GenericRecord row :
        server.query(
            "SELECT name, toString(value) AS held, toString(readonly) AS fixed,"
                + " ifNull(toString(min), '') AS least, ifNull(toString(max), '') AS most FROM"
                + " system.settings WHERE name IN ("
                + names
                + ")")) {
      settings.put(
          row.getString("name"),
          new Setting(
              row.getString("held"),
              row.getString("fixed").equals("1"),
              row.getString("least"),
              row.getString("most")));
    }
    String version = server.query("SELECT version() AS version").get(0).getString("version");
    return new ServerFacts(version, settings);
  }

  /** The names of the settings that the server has. */
  Set<String> knownSettings() {
    return new TreeSet<>(settings.keySet());
  }

  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    version(problems);
    GuardedSettings.sent().forEach((name, value) -> sent(name, value, problems));
    sent(GuardedSettings.DEDUPLICATE_INSERT, "enable", problems);
    Setting token = settings.get(TOKEN);
    if (token != null && token.fixed()) {
      problems.add(notWritable(TOKEN, "a block's token"));
    }
    GuardedSettings.held()
        .forEach(
            (name, value) -> {
              Setting found = settings.get(name);
              if (found != null && !found.value().equals(value)) {
                problems.add(
                    Problem.of(
                        ("the user's profile sets '%1$s' to %2$s, and %3$s: ALTER SETTINGS PROFILE …"
                                + " MODIFY SETTINGS %1$s = %4$s")
                            .formatted(name, found.value(), GuardedSettings.reason(name), value)));
              }
            });
    return problems;
  }

  private void sent(String name, String value, List<Problem> problems) {
    Setting found = settings.get(name);
    if (found != null && !found.takes(value)) {
      problems.add(notWritable(name, value));
    }
  }

  private static Problem notWritable(String name, String value) {
    return Problem.of(
        ("the user's profile does not let the sink set '%1$s' to %2$s: take readonly or the"
                + " constraint on it out of the profile (ALTER SETTINGS PROFILE … MODIFY SETTINGS"
                + " %1$s WRITABLE)")
            .formatted(name, value));
  }

  private void version(List<Problem> problems) {
    Matcher numbers = VERSION.matcher(version);
    if (!numbers.matches()) {
      problems.add(Problem.of("the server's version '" + version + "' is not understood"));
      return;
    }
    int year = Integer.parseInt(numbers.group(1));
    int month = Integer.parseInt(numbers.group(2));
    if (year < FLOOR_YEAR || (year == FLOOR_YEAR && month < FLOOR_MONTH)) {
      problems.add(
          Problem.of(
              "the server is of version %s, older than %d.%d: upgrade it"
                  .formatted(version, FLOOR_YEAR, FLOOR_MONTH)));
    }
  }
}
