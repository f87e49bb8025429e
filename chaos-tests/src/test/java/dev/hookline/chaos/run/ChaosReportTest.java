package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChaosReportTest {
  private static final ChaosReport EMPTY = ChaosReport.empty(5, "abc", Map.of());
  private static final ChaosReport.Deliveries NONE = new ChaosReport.Deliveries(0, 0, 0, 0);

  private static ScheduleResult result(
      boolean bit, List<Violation> violations, Optional<String> undecided, double recovery) {
    Fault fault = new Fault(FaultKind.KILL_KAFKA, 1, Duration.ZERO, Duration.ofSeconds(1));
    Instant now = Instant.EPOCH;
    return new ScheduleResult(
        6,
        List.of(new Done(fault, bit, "seen", now, now, now)),
        0,
        Map.of("kill-kafka", new Tally(List.of(recovery), 0)),
        Map.of(),
        Map.of("kill-kafka", 0),
        Map.of("gateway-1", 1),
        violations,
        undecided,
        List.of(),
        NONE,
        0);
  }

  private static ChaosReport report(ScheduleResult result) {
    return result.report(EMPTY, "again");
  }

  @Test
  void aRunWithoutAFindingIsGood() {
    ChaosReport report = report(result(true, List.of(), Optional.empty(), 2));

    assertThat(report.exitCode()).isEqualTo(CliFailure.GOOD);
    assertThat(report.faults()).isEqualTo(new ChaosReport.Faults(1, 1, 0, Map.of("kill-kafka", 1)));
  }

  @Test
  void eachCheckerHasItsNumberAndOneViolationIsEnough() {
    List<Violation> violations =
        List.of(
            new Violation("NoLoss", "a", "is missing"),
            new Violation("NoDuplicates", "b", "is there twice"),
            new Violation("NothingInvented", "c", "nobody sent it"),
            new Violation("PayloadIntact", "d", "other bytes"),
            new Violation("ViewsAgree", "e", "1 and 2"),
            new Violation("AggregatesAgree", "f", "1 and 2"),
            new Violation("AggregatesAgree", "g", "1 and 2"));

    ChaosReport report = report(result(true, violations, Optional.empty(), 2));

    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
    assertThat(report.lost()).isEqualTo(1);
    assertThat(report.duplicated()).isEqualTo(1);
    assertThat(report.invented()).isEqualTo(1);
    assertThat(report.payloadMismatch()).isEqualTo(1);
    assertThat(report.viewDifference()).isEqualTo(1);
    assertThat(report.aggregateDifference()).isEqualTo(2);
    assertThat(report.failures())
        .hasSize(7)
        .contains(new ChaosReport.Finding(6, "NoLoss", "a: is missing", "again"));
    assertThat(
            report(
                    result(
                        true,
                        List.of(new Violation("StateBounded", "x", "y")),
                        Optional.empty(),
                        2))
                .exitCode())
        .as("one without a number of its own")
        .isEqualTo(CliFailure.WRONG);
  }

  @Test
  void whatDidNotBiteIsInjectedOnlyAndLeavesTheRunUndecided() {
    ChaosReport report = report(result(false, List.of(), Optional.of("did not bite"), 2));

    assertThat(report.faults()).isEqualTo(new ChaosReport.Faults(1, 0, 0, Map.of()));
    assertThat(report.exitCode()).isEqualTo(CliFailure.UNDECIDED);
  }

  private static ChaosReport skipped(List<Violation> violations) {
    return new ScheduleResult(
            7,
            List.of(),
            0,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            violations,
            Optional.empty(),
            List.of(),
            NONE,
            0)
        .report(EMPTY, "again");
  }

  @Test
  void aScheduleWithoutAFaultThatBitIsNotCountedAsOne() throws IOException {
    ChaosReport both = skipped(List.of()).and(report(result(true, List.of(), Optional.empty(), 2)));

    assertThat(both.schedules()).isEqualTo(1);
    assertThat(both.seeds()).containsExactly(6L);
    assertThat(both.withoutFault()).containsExactly(7L);
    assertThat(both.ended()).containsExactly(6L, 7L);
    assertThat(both.exitCode()).as("of a kind that is skipped here").isEqualTo(CliFailure.GOOD);
    assertThat(ReportFiles.markdown(both))
        .contains("| schedules | 1 |")
        .contains("| without a fault that bit, not counted: seeds | 7 |");
    assertThat(new ObjectMapper().readTree(ReportFiles.json(both)).at("/without_fault/0").asInt())
        .isEqualTo(7);
    assertThat(report(result(false, List.of(), Optional.of("did not bite"), 2)).schedules())
        .isZero();
  }

  @Test
  void schedulesWithoutAFaultHaveShownNothingUnlessSomethingIsWrong() {
    ChaosReport.Mutants caught = new ChaosReport.Mutants(2, 2, List.of(), List.of(1L));

    assertThat(skipped(List.of()).exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(skipped(List.of()).withMutants(caught, List.of(), List.of()).exitCode())
        .as("mutants say nothing of schedules that were asked for as well")
        .isEqualTo(CliFailure.UNDECIDED);
    assertThat(skipped(List.of(new Violation("NoLoss", "a", "is missing"))).exitCode())
        .isEqualTo(CliFailure.WRONG);
  }

  @Test
  void aRunOfNothingIsUndecidedAndASurvivorIsWrong() {
    assertThat(EMPTY.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    ChaosReport survived =
        EMPTY.withMutants(
            new ChaosReport.Mutants(2, 1, List.of("no-final"), List.of(1L)), List.of(), List.of());
    assertThat(survived.exitCode()).isEqualTo(CliFailure.WRONG);
    ChaosReport caught =
        EMPTY.withMutants(
            new ChaosReport.Mutants(2, 2, List.of(), List.of(1L)), List.of(), List.of());
    assertThat(caught.exitCode()).isEqualTo(CliFailure.GOOD);
  }

  @Test
  void aReportThatIsNotWholeSaysSoAndIsNeverGood() throws IOException {
    ChaosReport whole = report(result(true, List.of(), Optional.empty(), 2));
    ChaosReport part = whole.withIncomplete(List.of("the run from seed 6 was not at its end"));

    assertThat(part.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(ReportFiles.markdown(part))
        .startsWith("**Not a whole report:** the run from seed 6 was not at its end\n");
    assertThat(new ObjectMapper().readTree(ReportFiles.json(part)).get("complete").asBoolean(true))
        .isFalse();
    assertThat(new ObjectMapper().readTree(ReportFiles.json(whole)).get("complete").asBoolean())
        .isTrue();
    ChaosReport wrong =
        report(result(true, List.of(new Violation("NoLoss", "a", "b")), Optional.empty(), 2));
    assertThat(part.and(wrong).exitCode()).isEqualTo(CliFailure.WRONG);
  }

  @Test
  void theJsonHasTheNamesThatOthersRead() throws IOException {
    ChaosReport report = report(result(true, List.of(), Optional.empty(), 2));

    JsonNode json = new ObjectMapper().readTree(ReportFiles.json(report));

    for (String name :
        List.of(
            "seed",
            "commit",
            "schedules",
            "rows",
            "lost",
            "duplicated",
            "invented",
            "payload_mismatch",
            "view_difference",
            "aggregate_difference",
            "failures")) {
      assertThat(json.has(name)).as(name).isTrue();
    }
    assertThat(json.at("/faults/by_kind/kill-kafka").asInt()).isEqualTo(1);
    assertThat(json.at("/deliveries/redelivered").isNumber()).isTrue();
    assertThat(json.at("/recovery_seconds/kill-kafka/median").asDouble()).isEqualTo(2);
    assertThat(json.at("/recovery_seconds/kill-kafka/not_within_limit").isInt()).isTrue();
    assertThat(json.at("/revived/gateway-1").asInt()).isEqualTo(1);
    assertThat(json.at("/mutants/survivors").isArray()).isTrue();
  }

  @Test
  void theMarkdownShowsEachKindAndEachFailure() {
    ChaosReport report =
        report(
            result(true, List.of(new Violation("NoLoss", "a", "is missing")), Optional.empty(), 2));

    assertThat(ReportFiles.markdown(report))
        .contains("| kill-kafka | 1 | 1, 2.0, 2.0 |")
        .contains("- seed 6, NoLoss: a: is missing")
        .contains("`again`");
  }

  @Test
  void whoEndedByItselfIsCountedByPartOverAllSchedules() {
    ChaosReport one = report(result(true, List.of(), Optional.empty(), 2));

    assertThat(one.and(one).revived()).isEqualTo(Map.of("gateway-1", 2));
    assertThat(ReportFiles.markdown(one.and(one))).contains("| revived | gateway-1: 2 |");
    assertThat(one.exitCode()).as("the checkers decide what came of it").isZero();
    assertThat(ReportFiles.markdown(EMPTY)).contains("| revived | none |");
  }
}
