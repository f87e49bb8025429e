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

class RecoveriesTest {
  private static final Optional<Duration> TWO = Optional.of(Duration.ofSeconds(2));

  private final Recoveries recoveries = new Recoveries();

  private static Done done(FaultKind kind, boolean bit) {
    Fault fault = new Fault(kind, 1, Duration.ZERO, Duration.ofSeconds(1));
    return new Done(fault, bit, "seen", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
  }

  private ChaosReport report() {
    Done kill = done(FaultKind.KILL_KAFKA, true);
    return new ScheduleResult(
            6,
            List.of(kill, kill),
            0,
            recoveries.recoveries(),
            recoveries.catchUps(),
            Map.of(),
            Map.of(),
            recoveries.late(),
            Optional.empty(),
            List.of(),
            new ChaosReport.Deliveries(0, 0, 0, 0),
            0)
        .report(ChaosReport.empty(6, "abc", Map.of()), "again");
  }

  @Test
  void aRecoveryThatDidNotComeInTimeIsCountedBesideTheOthersAndFailsTheRun() {
    recoveries.recovered(List.of(done(FaultKind.KILL_KAFKA, true)), TWO);
    recoveries.recovered(List.of(done(FaultKind.KILL_KAFKA, true)), Optional.empty());

    ChaosReport report = report();

    assertThat(report.recoverySeconds())
        .isEqualTo(Map.of("kill-kafka", new Tally(List.of(2.0), 1)));
    assertThat(report.failures())
        .containsExactly(
            new ChaosReport.Finding(
                6,
                "RecoveredInTime",
                "kill-kafka: no checkpoint was completed in the 90 s after healing",
                "again"));
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
    assertThat(ReportFiles.markdown(report))
        .contains("| kill-kafka | 2 | 1, 2.0, 2.0; 1 not within the limit |");
  }

  @Test
  void aCatchingUpThatDidNotComeInTimeIsCountedBesideTheOthersAndFailsTheRun() {
    recoveries.caughtUp(done(FaultKind.KILL_KAFKA, true), Optional.empty());

    ChaosReport report = report();

    assertThat(report.catchUpSeconds()).isEqualTo(Map.of("kill-kafka", new Tally(List.of(), 1)));
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
    assertThat(ReportFiles.markdown(report)).contains("| 0; 1 not within the limit |");
  }

  @Test
  void aJobThatDoesNotRecoverIsWrongAfterFaultsThatAreInNoFiguresToo() {
    recoveries.recovered(
        List.of(done(FaultKind.KILL_KAFKA, true), done(FaultKind.FLUSH_REDIS, true)),
        Optional.empty());
    recoveries.recovered(List.of(done(FaultKind.KILL_REDIS, false)), Optional.empty());

    assertThat(recoveries.recoveries()).isEmpty();
    assertThat(recoveries.late())
        .extracting(Violation::subject)
        .containsExactly("kill-kafka with flush-redis", "kill-redis");
  }

  /** A JobManager that comes back late would be a restart on account of Redis. */
  @Test
  void aFaultThatFoundTheJobInRecoveryIsInNoFigures() {
    Done redis = done(FaultKind.FLUSH_REDIS, true);
    assertThat(recoveries.clear()).isTrue();

    recoveries.notWaitedFor();
    assertThat(recoveries.clear()).isFalse();
    recoveries.recovered(List.of(redis), TWO);
    assertThat(recoveries.recoveries()).isEmpty();

    assertThat(recoveries.clear()).isTrue();
    recoveries.recovered(List.of(redis), TWO);
    assertThat(recoveries.recoveries())
        .isEqualTo(Map.of("flush-redis", new Tally(List.of(2.0), 0)));

    recoveries.recovered(List.of(redis), Optional.empty());
    assertThat(recoveries.clear()).isFalse();
  }

  @Test
  void aRecoveryFromFaultsAtOnceCountsFromTheOneThatWasOverLast() {
    Instant later = Instant.EPOCH.plusSeconds(9);
    Fault fault = new Fault(FaultKind.PAUSE_REDIS, 1, Duration.ZERO, Duration.ofSeconds(9));
    Done longer = new Done(fault, true, "seen", Instant.EPOCH, Instant.EPOCH, later);

    assertThat(Recoveries.from(List.of(longer, done(FaultKind.KILL_KAFKA, true)))).isEqualTo(later);
    assertThat(Recoveries.from(List.of(done(FaultKind.KILL_KAFKA, true), longer))).isEqualTo(later);
  }

  @Test
  void whatCameInTimeIsNoViolation() {
    recoveries.recovered(List.of(done(FaultKind.KILL_KAFKA, true)), TWO);
    recoveries.caughtUp(done(FaultKind.KILL_KAFKA, true), TWO);

    assertThat(recoveries.late()).isEmpty();
    assertThat(report().exitCode()).isEqualTo(CliFailure.GOOD);
  }

  @Test
  void figuresOfNoneAreNullInJsonAndCanBeReadAgain() throws IOException {
    Tally none = Tally.of(Optional.empty());
    ObjectMapper mapper = new ObjectMapper();

    JsonNode json = mapper.valueToTree(none);

    assertThat(json.get("n").asInt()).isZero();
    assertThat(json.get("median").isNull()).isTrue();
    assertThat(json.get("max").isNull()).isTrue();
    assertThat(json.get("not_within_limit").asInt()).isEqualTo(1);
    assertThat(mapper.treeToValue(json, Tally.class)).isEqualTo(none);
  }
}
