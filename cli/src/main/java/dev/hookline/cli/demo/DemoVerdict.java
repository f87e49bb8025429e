package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.CliFailure;
import java.util.ArrayList;
import java.util.List;

/** What a demo comes to, in its last line. */
final class DemoVerdict {

  private static final List<String> MUST_BE_ZERO =
      List.of(
          "lost",
          "invented",
          "doubled",
          "duplicates",
          "payload_mismatch",
          "physical_duplicates",
          "expired",
          "aggregate_difference",
          "view_difference");

  private DemoVerdict() {}

  /**
   * Says it.
   *
   * @param report of the demo
   * @return one line that agrees with the exit code and names what is wrong
   */
  static String of(DemoReport report) {
    return switch (report.exitCode()) {
      case CliFailure.GOOD ->
          "demo: good; every acknowledged delivery is counted exactly once, though a worker was"
              + " killed in a checkpoint";
      case CliFailure.WRONG -> "demo: WRONG: " + String.join(", ", wrong(report));
      default -> "demo: could not decide: " + String.join(", ", wrong(report));
    };
  }

  private static List<String> wrong(DemoReport report) {
    List<String> wrong = new ArrayList<>();
    JsonNode json = report.json();
    addNumbers(wrong, "", json);
    if (!json.path("checkpoint_in_progress_at_kill").asBoolean()) {
      wrong.add("checkpoint_in_progress_at_kill is false");
    }
    if (!report.audit().path("settled").asBoolean()) {
      wrong.add("the audit did not settle");
    }
    addNumbers(wrong, "audit.", report.audit());
    if (wrong.isEmpty()) {
      wrong.add("the audit");
    }
    return wrong;
  }

  private static void addNumbers(List<String> wrong, String prefix, JsonNode object) {
    for (String name : MUST_BE_ZERO) {
      long count = object.path(name).asLong();
      if (count != 0) {
        wrong.add(prefix + name + " is " + count);
      }
    }
  }
}
