package dev.hookline.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.audit.AuditComparison.Findings;
import dev.hookline.schema.LogCut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditReportTest {

  private static final Findings CLEAN = new Findings(3, 1, 1, 2, 0, 0, 0, 0, 0, 0);
  private static final Findings COPIES = new Findings(3, 1, 1, 2, 0, 0, 0, 0, 4, 0);
  private static final AuditReport.Views NO_VIEW = new AuditReport.Views(0, 0, 0);

  @Test
  void theJsonHasExactlyTheDocumentedFieldsInTheirOrder() {
    List<String> names = new ArrayList<>();
    report(true, CLEAN, 0).toJson().fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactly(
            "settled",
            "from_offsets",
            "to_offsets",
            "accepted",
            "rejected",
            "late",
            "rows",
            "lost",
            "invented",
            "duplicates",
            "payload_mismatch",
            "physical_duplicates",
            "expired",
            "aggregate_cells",
            "unverified_cells",
            "aggregate_difference",
            "view_cells",
            "view_difference",
            "after_replay",
            "examples");
  }

  @Test
  void offsetsAreByPartitionAndExamplesNameTheirField() {
    assertThat(report(false, CLEAN, 0).toJson().toString())
        .contains("\"from_offsets\":{\"0\":1,\"1\":0}")
        .contains("\"to_offsets\":{\"0\":9,\"1\":0}")
        .contains("\"examples\":[{\"field\":\"lost\",\"detail\":\"x\"}]");
  }

  @Test
  void itIsGoodWhenItIsSettledAndNothingIsWrong() {
    assertThat(report(true, CLEAN, 0).good()).isTrue();
    assertThat(report(false, CLEAN, 0).good()).isFalse();
  }

  @Test
  void anAuditThatComparedNothingIsNoSuccess() {
    AuditReport empty = report(true, new Findings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
    assertThat(empty.verdict()).isEqualTo(AuditReport.Verdict.NOTHING_COMPARED);
    assertThat(empty.good()).isFalse();
    assertThat(report(true, new Findings(0, 0, 0, 1, 0, 1, 0, 0, 0, 0), 0).verdict())
        .isEqualTo(AuditReport.Verdict.WRONG);
  }

  @Test
  void eachNumberThatMustBeZeroTurnsItRedAndIsNamed() {
    assertThat(red(new Findings(3, 0, 0, 2, 1, 0, 0, 0, 0, 0), 0)).containsExactly("lost");
    assertThat(red(new Findings(3, 0, 0, 2, 0, 1, 0, 0, 0, 0), 0)).containsExactly("invented");
    assertThat(red(new Findings(3, 0, 0, 2, 0, 0, 1, 0, 0, 0), 0)).containsExactly("duplicates");
    assertThat(red(new Findings(3, 0, 0, 2, 0, 0, 0, 1, 0, 0), 0))
        .containsExactly("payload_mismatch");
    assertThat(red(COPIES, 0)).containsExactly("physical_duplicates");
    assertThat(red(new Findings(3, 0, 0, 2, 0, 0, 0, 0, 0, 1), 0)).containsExactly("expired");
    assertThat(red(CLEAN, 1)).containsExactly("aggregate_difference");
    assertThat(report(true, CLEAN, 0, new AuditReport.Views(5, 1, 0), false).wrongFields())
        .containsExactly("view_difference");
  }

  @Test
  void afterAReplayCopiesAndCountsThatExceedAreShownAndNoFault() {
    AuditReport report = report(true, COPIES, 0, new AuditReport.Views(5, 2, 0), true);
    assertThat(report.good()).isTrue();
    assertThat(report.leftByReplay()).isTrue();
    assertThat(report.toJson().toString())
        .contains(
            "\"physical_duplicates\":4,",
            "\"view_cells\":5,\"view_difference\":2,\"after_replay\":true");
    assertThat(report(true, CLEAN, 0, NO_VIEW, true).leftByReplay()).isFalse();
  }

  @Test
  void aViewWithFewerEventsThanThereAreIsAFaultAfterAReplayToo() {
    AuditReport report = report(true, COPIES, 0, new AuditReport.Views(5, 2, 1), true);
    assertThat(report.wrongFields()).containsExactly("view_difference");
  }

  private static List<String> red(Findings findings, long differing) {
    AuditReport report = report(true, findings, differing);
    assertThat(report.good()).isFalse();
    return report.wrongFields();
  }

  private static AuditReport report(boolean settled, Findings findings, long differing) {
    return report(settled, findings, differing, NO_VIEW, false);
  }

  private static AuditReport report(
      boolean settled,
      Findings findings,
      long differing,
      AuditReport.Views views,
      boolean afterReplay) {
    return new AuditReport(
        settled,
        new LogCut(Map.of(1, new LogCut.Span(0, 0), 0, new LogCut.Span(1, 9))),
        findings,
        new AuditReport.Aggregates(8, 0, differing),
        views,
        afterReplay,
        List.of(new AuditReport.Example("lost", "x")));
  }
}
