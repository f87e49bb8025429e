package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.hookline.chaos.checker.CorrectWorld;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Whatever befalls faults, parts and senders: the checkers look at what can be read. */
class ScheduleRunTest {
  private static final long SEED = 7;
  private static final Fault REDIS = fault(FaultKind.KILL_REDIS);
  private static final Fault SAVEPOINT = fault(FaultKind.SAVEPOINT);

  private final List<String> told = new ArrayList<>();
  private FakeStage stage = new FakeStage();

  private static Fault fault(FaultKind kind) {
    return new Fault(kind, 1, Duration.ZERO, Duration.ZERO);
  }

  private static Step step(boolean withRecovery, Fault... faults) {
    return new Step(List.of(faults), withRecovery);
  }

  private ScheduleResult run(Step... steps) throws InterruptedException {
    return new ScheduleRun(stage, Duration.ZERO, told::add)
        .run(new Schedule(SEED, 1, List.of(steps)));
  }

  private static int exitCode(ScheduleResult result) {
    return result.report(ChaosReport.empty(SEED, "abc", Map.of()), "again").exitCode();
  }

  private static Done broken(Fault fault) {
    return new Done(
        fault,
        false,
        "could not be healed: the job does not run",
        Instant.EPOCH,
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.of(new DevStackException("the job does not run")));
  }

  private static List<String> checkers(ScheduleResult result) {
    return result.violations().stream().map(Violation::checker).distinct().toList();
  }

  @Test
  void aScheduleInWhichAllGoesWellIsGood() throws InterruptedException {
    ScheduleResult result = run(step(true, REDIS), step(false, SAVEPOINT));

    assertThat(result.spoiled()).as("%s", result).isFalse();
    assertThat(exitCode(result)).isEqualTo(CliFailure.GOOD);
    assertThat(result.done()).extracting(Done::fault).containsExactly(REDIS, SAVEPOINT);
    assertThat(result.rows()).isEqualTo(1);
    assertThat(result.deliveries().acknowledged()).isEqualTo(1);
    assertThat(stage.asked)
        .containsExactly(
            "senders of 7",
            "faults",
            "recovery",
            "faults",
            "stop",
            "answers",
            "close",
            "settling",
            "tables");
  }

  @Test
  void whatCheckersFindIsWrong() throws InterruptedException {
    stage.findings = CorrectWorld.lost();

    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).contains("NoLoss");
    assertThat(exitCode(result)).isEqualTo(CliFailure.WRONG);
  }

  @Test
  void aFaultThatDidNotBiteLeavesItUndecided() throws InterruptedException {
    stage.nemesis =
        faults ->
            List.of(
                new Done(REDIS, false, "dead", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH),
                FakeStage.bit(SAVEPOINT));

    ScheduleResult result = run(step(true, REDIS, SAVEPOINT));

    assertThat(result.undecided()).contains("kill-redis after 0.0 s did not bite: dead");
    assertThat(exitCode(result)).isEqualTo(CliFailure.UNDECIDED);
  }

  @Test
  void aJobThatDoesNotComeBackFromAFaultIsWrongAndTheFaultThatBitIsCounted()
      throws InterruptedException {
    stage.nemesis = faults -> List.of(broken(SAVEPOINT), FakeStage.bit(REDIS));
    stage.recovery = Optional.empty();

    ScheduleResult result = run(step(false, SAVEPOINT, REDIS), step(true, REDIS));

    assertThat(result.violations())
        .extracting(Violation::checker, Violation::subject)
        .containsExactly(tuple("RecoveredInTime", "savepoint with kill-redis"));
    assertThat(exitCode(result)).isEqualTo(CliFailure.WRONG);
    assertThat(result.done()).extracting(Done::bit).containsExactly(false, true);
    assertThat(result.undecided().orElseThrow())
        .contains("savepoint after 0.0 s did not bite: could not be healed: the job does not run")
        .contains("later faults were not done");
    assertThat(result.traces()).singleElement().asString().contains("DevStackException");
    assertThat(stage.asked).contains("stop", "answers", "settling", "tables");
  }

  @Test
  void aFaultThatBrokeAndTheJobOutlastedLeavesItUndecidedAndTheNextIsDone()
      throws InterruptedException {
    Service left = RevivalTest.part("flink-taskmanager-1");
    stage.services.add(left);
    stage.nemesis =
        faults -> {
          if (!faults.contains(SAVEPOINT)) {
            return List.of(FakeStage.bit(REDIS));
          }
          left.kill();
          return List.of(broken(SAVEPOINT));
        };

    ScheduleResult result = run(step(false, SAVEPOINT), step(true, REDIS));

    assertThat(result.violations()).isEmpty();
    assertThat(exitCode(result)).isEqualTo(CliFailure.UNDECIDED);
    assertThat(result.done()).extracting(Done::fault).containsExactly(SAVEPOINT, REDIS);
    assertThat(left.isAlive()).isTrue();
    assertThat(result.revived()).as("it was left down").isEmpty();
  }

  @Test
  void aNemesisThatFailsKeepsNoCheckerFromLooking() throws InterruptedException {
    stage.nemesis =
        faults -> {
          throw CliFailure.wrong("ClickHouse: Code: 243");
        };
    stage.findings = CorrectWorld.lost();

    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).contains("NoLoss");
    assertThat(result.undecided().orElseThrow()).contains("Code: 243");
    assertThat(result.traces()).singleElement().asString().contains("CliFailure");
    assertThat(stage.asked).contains("stop", "answers");
  }

  /** Ends by itself and does not come back. */
  private static Service partThatIsGone() {
    Service part = RevivalTest.partThatDoesNotStart("kafka");
    part.kill();
    return part;
  }

  @Test
  void aPartThatDoesNotStartAgainKeepsNoCheckerFromLooking() throws InterruptedException {
    stage.services.add(partThatIsGone());
    stage.findings = CorrectWorld.lost();

    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).contains("NoLoss");
    assertThat(result.done()).extracting(Done::bit).containsExactly(true);
    assertThat(result.undecided().orElseThrow()).contains("kafka did not start");
  }

  @Test
  void sendersThatFailKeepNoCheckerFromLooking() throws InterruptedException {
    stage =
        new FakeStage() {
          @Override
          public Senders senders(long seed) {
            throw new IllegalStateException("a sender failed");
          }
        };
    stage.findings = CorrectWorld.lost();

    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).contains("NoLoss");
    assertThat(result.undecided().orElseThrow()).contains("a sender failed");
  }

  @Test
  void aWaitForSettlingThatFailsKeepsNoCheckerFromLooking() throws InterruptedException {
    stage =
        new FakeStage() {
          @Override
          public Optional<String> awaitSettled(Duration bound) {
            throw CliFailure.undecided("Kafka does not say where the log ends");
          }
        };
    stage.findings = CorrectWorld.lost();

    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).contains("NoLoss");
    assertThat(result.undecided().orElseThrow()).contains("where the log ends");
  }

  @Test
  void tablesThatCannotBeReadCostNothingThatIsKnownWithoutThem() throws InterruptedException {
    stage =
        new FakeStage() {
          @Override
          public Tables tables() {
            throw CliFailure.undecided("ClickHouse does not answer");
          }
        };
    assertThat(exitCode(run(step(true, REDIS)))).isEqualTo(CliFailure.UNDECIDED);

    stage.unsettled = Optional.of("no checkpoint");
    stage.recovery = Optional.empty();
    ScheduleResult result = run(step(true, REDIS));

    assertThat(checkers(result)).containsExactly("RecoveredInTime", "DrainedInTime");
    assertThat(exitCode(result)).isEqualTo(CliFailure.WRONG);
    assertThat(result.undecided().orElseThrow()).contains("ClickHouse does not answer");
  }

  @Test
  void aHistoryThatCannotBeReadIsNotTakenForOneInWhichNobodySentAnything()
      throws InterruptedException {
    stage =
        new FakeStage() {
          @Override
          public History history() {
            throw new IllegalArgumentException("history.jsonl, line 2: no JSON");
          }
        };

    ScheduleResult result = run(step(true, REDIS));

    assertThat(result.violations()).isEmpty();
    assertThat(exitCode(result)).isEqualTo(CliFailure.UNDECIDED);
    assertThat(result.undecided().orElseThrow())
        .contains("line 2: no JSON")
        .contains("no checker has seen the tables");
  }

  @Test
  void aRecoveryCountsFromTheFaultThatWasOverLast() throws InterruptedException {
    Instant later = Instant.EPOCH.plusSeconds(30);
    stage.nemesis =
        faults ->
            List.of(
                new Done(SAVEPOINT, true, "", Instant.EPOCH, Instant.EPOCH, later),
                FakeStage.bit(REDIS));

    ScheduleResult result = run(step(true, SAVEPOINT, REDIS));

    assertThat(result.atOnce()).isEqualTo(2);
    assertThat(stage.recoveriesFrom).containsExactly(later);
  }

  @Test
  void aRestartIsLookedForUntilTheNextFaultAndWhenAllHasSettled() throws InterruptedException {
    // before the first; after its recovery; before the second; after its recovery; at the end
    for (long times : new long[] {1, 1, 2, 2, 3}) {
      stage.restored.add(OptionalLong.of(times));
    }

    ScheduleResult result = run(step(true, REDIS), step(true, fault(FaultKind.FLUSH_REDIS)));

    assertThat(result.restarts()).isEqualTo(Map.of("kill-redis", 1, "flush-redis", 1));
  }
}
