package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.Console;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Part;
import java.util.Locale;

/** What a person sees at the end of a demo: numbers, the audit, the people's hours. */
final class DemoTables {

  private static final String PEOPLE_BY_HOUR =
      "SELECT login AS person, source, formatDateTime(hour, '%F %R') AS hour, pr_opened, pr_merged,"
          + " pr_closed_unmerged, reviews, round(review_latency_avg_ms / 60000) AS"
          + " review_latency_minutes, review_comments, issues_created, issues_resolved"
          + " FROM v_employee_metrics_hourly LEFT JOIN v_people USING (org, source, person_id)"
          + " WHERE org = 'acme' ORDER BY hour DESC, person, source LIMIT 20";

  private DemoTables() {}

  /** Prints all of it; under {@code --json} to stderr. */
  static void show(Console console, ClickHouseHttp analyst, DemoReport report) {
    console.say("");
    console.say(
        String.format(
            Locale.ROOT,
            "%,d good deliveries were acknowledged (%,d attempts were repeats, as providers make"
                + " them), and %,d bad ones were refused on purpose",
            report.acknowledged(),
            report.redelivered(),
            report.refused()));
    fields(console, "  ", report.json());
    console.say("  audit");
    fields(console, "    ", report.audit());
    console.say("");
    console.say(analyst.text(PEOPLE_BY_HOUR, "PrettyCompactNoEscapesMonoBlock").stripTrailing());
    console.say("");
  }

  /** Prints where a stack that stays up is reached. */
  static void showAddresses(Console console, Endpoints endpoints) {
    console.say("gateway     " + endpoints.of(Part.GATEWAY));
    console.say("metrics     " + endpoints.of(Part.ADMIN) + "/metrics");
    console.say("flink       " + endpoints.of(Part.FLINK));
    console.say("clickhouse  " + endpoints.of(Part.CLICKHOUSE));
    console.say("try         " + Curl.ping(endpoints.of(Part.GATEWAY)));
    console.say("");
  }

  /** Prints an object field by field, but not the audit in it. */
  static void fields(Console console, String indent, JsonNode object) {
    object
        .properties()
        .forEach(
            field -> {
              if (!field.getValue().isObject() || !field.getKey().equals("audit")) {
                console.say(indent + String.format("%-32s %s", field.getKey(), field.getValue()));
              }
            });
  }
}
