package dev.hookline.cli.demo;

import dev.hookline.cli.stack.ClickHouseHttp;
import java.util.HashMap;
import java.util.Map;

/** What an analyst reads of all that was received since a sender began. */
final class HistoryRows {

  private final ClickHouseHttp analyst;
  private final String since;

  HistoryRows(ClickHouseHttp analyst, History history) {
    this.analyst = analyst;
    this.since =
        " WHERE received_at >= fromUnixTimestamp64Milli(toInt64("
            + history.start().toEpochMilli()
            + "), 'UTC')";
  }

  /** Identity to the number of its rows. */
  Map<String, Integer> byIdentity() {
    Map<String, Integer> rows = new HashMap<>();
    analyst
        .text(
            "SELECT concat(org, ':', source, ':', event_id) AS identity, count() FROM v_events"
                + since
                + " GROUP BY identity",
            "TabSeparated")
        .lines()
        .map(line -> line.split("\t", 2))
        .forEach(cells -> rows.put(cells[0], Integer.valueOf(cells[1])));
    return rows;
  }

  /** The rows that count for a person in a window. */
  long windowed() {
    return counted("late = 0");
  }

  /** The rows that count for a person beside the windows, because they came late. */
  long late() {
    return counted("late = 1");
  }

  private long counted(String condition) {
    return Long.parseLong(
        analyst
            .text(
                "SELECT count() FROM v_events"
                    + since
                    + " AND person_id != '' AND notEmpty(contributions) AND "
                    + condition,
                "TabSeparated")
            .strip());
  }
}
