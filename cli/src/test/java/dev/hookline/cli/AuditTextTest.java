package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.audit.AuditComparison.Findings;
import dev.hookline.cli.audit.AuditReport;
import dev.hookline.schema.LogCut;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditTextTest {

  private static final String HINT = "say --after-replay";

  @Test
  void whatAReplayLeavesBehindIsMarkedAndTheWayOutIsSaid() {
    List<String> lines = AuditText.of(report(0, 4, 2, false));
    assertThat(lines)
        .anyMatch(line -> line.matches(" *physical_duplicates +4 +<- must be 0"))
        .anyMatch(line -> line.matches(" *view_difference +2 +<- must be 0"))
        .anyMatch(line -> line.endsWith(HINT));
    assertThat(last(lines)).isEqualTo("audit: WRONG: physical_duplicates, view_difference");
  }

  @Test
  void besideALossTheWayOutIsNotSaid() {
    assertThat(AuditText.of(report(1, 4, 2, false))).noneMatch(line -> line.contains(HINT));
  }

  @Test
  void afterAReplayTheNumbersAreShownAndNotMarked() {
    List<String> lines = AuditText.of(report(0, 4, 2, true));
    assertThat(lines)
        .anyMatch(line -> line.matches(" *physical_duplicates +4"))
        .noneMatch(line -> line.contains(HINT));
    assertThat(last(lines))
        .isEqualTo(
            "audit: good; every accepted event is counted exactly once; what a replay has left"
                + " behind is shown above");
    assertThat(last(AuditText.of(report(0, 0, 0, true)))).endsWith("counted exactly once");
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }

  private static AuditReport report(long lost, long copies, long differing, boolean afterReplay) {
    return new AuditReport(
        true,
        new LogCut(Map.of(0, new LogCut.Span(0, 9))),
        new Findings(9, 0, 0, 9 - lost, lost, 0, 0, 0, copies, 0),
        new AuditReport.Aggregates(8, 0, 0),
        new AuditReport.Views(8, differing, 0),
        afterReplay,
        List.of());
  }
}
