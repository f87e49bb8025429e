package dev.hookline.sink.clickhouse.internal.check;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server and what its user may set.
 *
 * @param version such as {@code 25.8.1.1}
 * @param knownSettings those of the sink's settings that the server has
 * @param fixedSettings those that the user's profile does not let the sink set
 */
record ServerFacts(String version, Set<String> knownSettings, Set<String> fixedSettings) {
  private static final int FLOOR_YEAR = 25;
  private static final int FLOOR_MONTH = 8;
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\..*");

  static ServerFacts read(ServerConnection server)
      throws QueryFailedException, InterruptedException {
    String names =
        Stream.concat(
                GuardedSettings.sent().keySet().stream(),
                Stream.of(GuardedSettings.DEDUPLICATE_INSERT, "insert_deduplication_token"))
            .map(SqlText::quoted)
            .collect(Collectors.joining(", "));
    Set<String> known = new TreeSet<>();
    Set<String> fixed = new TreeSet<>();
    for (GenericRecord row :
        server.query(
            "SELECT name, toString(readonly) AS fixed FROM system.settings WHERE name IN ("
                + names
                + ")")) {
      known.add(row.getString("name"));
      if (row.getString("fixed").equals("1")) {
        fixed.add(row.getString("name"));
      }
    }
    String version = server.query("SELECT version() AS version").get(0).getString("version");
    return new ServerFacts(version, known, fixed);
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Matcher numbers = VERSION.matcher(version);
    if (!numbers.matches()) {
      problems.add("the server's version '" + version + "' is not understood");
    } else {
      int year = Integer.parseInt(numbers.group(1));
      int month = Integer.parseInt(numbers.group(2));
      if (year < FLOOR_YEAR || (year == FLOOR_YEAR && month < FLOOR_MONTH)) {
        problems.add(
            "the server is of version %s, older than %d.%d: upgrade it"
                .formatted(version, FLOOR_YEAR, FLOOR_MONTH));
      }
    }
    for (String setting : fixedSettings) {
      problems.add(
          "the user's profile does not let the sink set '"
              + setting
              + "': take readonly or the constraint on it out of the profile (ALTER SETTINGS"
              + " PROFILE … SETTINGS "
              + setting
              + " WRITABLE)");
    }
    return problems;
  }
}
