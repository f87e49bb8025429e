package dev.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.audit.AuditReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An audit's report for a person. */
public final class AuditText {

  /** What records that were read again leave behind, and other faults do as well. */
  private static final Set<String> LEFT_BY_A_REPLAY =
      Set.of("physical_duplicates", "view_difference");

  private AuditText() {}

  /**
   * Writes the report.
   *
   * @param report what the audit found
   * @return every number by its name, the examples, and the verdict last
   */
  public static List<String> of(AuditReport report) {
    List<String> lines = new ArrayList<>();
    List<String> wrong = report.wrongFields();
    for (Map.Entry<String, JsonNode> field : report.toJson().properties()) {
      if (field.getValue().isNumber() || field.getValue().isBoolean()) {
        lines.add(
            String.format(
                "  %-20s %10s%s",
                field.getKey(),
                field.getValue().asText(),
                wrong.contains(field.getKey()) ? "  <- must be 0" : ""));
      }
    }
    for (AuditReport.Example example : report.examples()) {
      lines.add("  " + example.field() + ": " + example.detail());
    }
    if (!wrong.isEmpty() && LEFT_BY_A_REPLAY.containsAll(wrong)) {
      lines.add(
          "  what readers see of the events is exact; after a start without state or from an older"
              + " savepoint say --after-replay");
    }
    lines.add(verdict(report, wrong));
    return lines;
  }

  private static String verdict(AuditReport report, List<String> wrong) {
    return switch (report.verdict()) {
      case GOOD ->
          "audit: good; every accepted event is counted exactly once"
              + (report.leftByReplay() ? "; what a replay has left behind is shown above" : "");
      case NOTHING_COMPARED -> "audit: there was nothing to compare, which proves nothing";
      case WRONG ->
          "audit: WRONG: "
              + (report.settled() ? "" : "not settled")
              + (report.settled() || wrong.isEmpty() ? "" : ", ")
              + String.join(", ", wrong);
    };
  }
}
