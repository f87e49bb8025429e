package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.CorrectWorld;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each thing that is known at the end of a schedule must be able to turn it red. */
class VerdictTest {
  private static final Findings GREEN = CorrectWorld.green();

  private List<Done> done = List.of(done(true));
  private List<Violation> late = List.of();
  private History history = GREEN.history();
  private Optional<String> unsettled = Optional.empty();
  private Optional<Tables> tables = Optional.of(GREEN.tables());
  private Optional<Measures> measures = Optional.of(GREEN.measures());
  private OptionalLong viewDifference = OptionalLong.of(0);
  private List<String> broken = List.of();

  private static Done done(boolean bit) {
    Fault fault = new Fault(FaultKind.KILL_KAFKA, 1, Duration.ZERO, Duration.ZERO);
    return new Done(fault, bit, "seen", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
  }

  private Verdict verdict() {
    return Verdict.of(
        new Verdict.Ending(
            done, late, history, unsettled, tables, measures, viewDifference, broken));
  }

  private List<String> red() {
    assertThat(verdict().undecided()).isEmpty();
    return verdict().violations().stream().map(Violation::checker).distinct().toList();
  }

  private List<String> undecided() {
    assertThat(verdict().violations()).isEmpty();
    return verdict().undecided();
  }

  @Test
  void whereAllIsWellNothingIsTold() {
    assertThat(verdict()).isEqualTo(new Verdict(List.of(), List.of()));
  }

  @Test
  void whatCheckersFindInTheTablesIsRed() {
    tables = Optional.of(CorrectWorld.lost().tables());

    assertThat(red()).contains("NoLoss");
  }

  @Test
  void aMeasureBeyondItsLimitIsRed() {
    measures = Optional.of(new Measures(1, 60, Map.of("keys", 2L), Map.of("keys", 1L)));

    assertThat(red()).containsExactly("StateBounded");
  }

  @Test
  void aRecoveryThatDidNotComeInTimeIsRed() {
    late = List.of(new Violation(Recoveries.CHECKER, "kill-kafka", "no checkpoint"));

    assertThat(red()).containsExactly("RecoveredInTime");
  }

  @Test
  void aDeliveryThatNobodyEverTookIsRed() {
    Intent intent =
        new Intent("acme:github:x", "acme", "github", "push", "", "", 1, 1, Fate.ROW, "", Map.of());
    List<Intent> intents = new ArrayList<>(GREEN.history().intents());
    intents.add(intent);
    List<Operation> operations = new ArrayList<>(GREEN.history().operations());
    operations.add(new Operation(intent.identity(), 1, 1, 1, 2, Outcome.UNKNOWN, 503, ""));
    history = History.of(intents, operations);

    assertThat(red()).containsExactly("DrainedInTime");
  }

  @Test
  void whatHasNotSettledIsRed() {
    unsettled = Optional.of("0 of 2 checkpoints");

    assertThat(verdict().violations())
        .containsExactly(
            new Violation("DrainedInTime", "drain", "not settled: 0 of 2 checkpoints"));
  }

  @Test
  void aViewThatCountsOtherwiseIsRed() {
    viewDifference = OptionalLong.of(1);

    assertThat(red()).containsExactly("ViewsAgree");
  }

  @Test
  void aFaultThatDidNotBiteLeavesItUndecided() {
    done = List.of(done(true), done(false));

    assertThat(undecided()).containsExactly("kill-kafka after 0.0 s did not bite: seen");
  }

  @Test
  void whatBrokeOnTheWayLeavesItUndecided() {
    broken = List.of("the deliveries failed");

    assertThat(undecided()).containsExactly("the deliveries failed");
  }

  @Test
  void whatNobodyCouldReadLeavesItUndecided() {
    tables = Optional.empty();
    measures = Optional.empty();
    viewDifference = OptionalLong.empty();

    assertThat(undecided())
        .containsExactly(
            "no checker has seen the tables",
            "nothing was measured",
            "chaos_counted was not compared with the table");
  }

  @Test
  void whereNothingWasMeasuredTheTablesAreCheckedAllTheSame() {
    measures = Optional.empty();
    assertThat(undecided()).containsExactly("nothing was measured");

    tables = Optional.of(CorrectWorld.lost().tables());
    assertThat(verdict().violations()).extracting(Violation::checker).contains("NoLoss");
  }

  @Test
  void violationsCountWhateverElseBrokeAndWasNotRead() {
    late = List.of(new Violation(Recoveries.CHECKER, "kill-kafka", "no checkpoint"));
    done = List.of(done(false));
    broken = List.of("the start of a part that had ended failed");
    tables = Optional.of(CorrectWorld.lost().tables());

    assertThat(verdict().violations())
        .extracting(Violation::checker)
        .contains("RecoveredInTime", "NoLoss");
    assertThat(verdict().undecided()).hasSize(2);
  }
}
