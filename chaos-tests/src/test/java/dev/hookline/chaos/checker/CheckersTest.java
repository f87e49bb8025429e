package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each planted fault must turn exactly the checkers red that are there for it. */
class CheckersTest {

  /** The hour before the one in which everything is received: 09:00 to 10:00. */
  private static final long HOUR = World.NOW / World.HOUR * World.HOUR - World.HOUR;

  /** An hour that had been over for 4 days and more. */
  private static final long OLD_HOUR = HOUR - 6 * World.DAY;

  private static final Intent OPENED =
      World.intent("acme:github:opened", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));
  private static final Intent REVIEW =
      World.intent(
          "acme:github:review",
          Fate.ROW,
          HOUR + World.HOUR - 1,
          "7",
          Map.of("reviews", 1L, "review_latency_ms", 5_000L, "review_latency_count", 1L));
  private static final Intent LATE =
      World.intent("acme:github:late", Fate.ROW, OLD_HOUR, "7", Map.of("pr_merged", 1L));
  private static final Intent TWIN =
      World.intent("globex:github:opened", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));
  private static final Intent MAYBE =
      World.intent("acme:jira:maybe", Fate.ROW, HOUR, "j1", Map.of("issues_created", 1L));
  private static final Intent GONE =
      World.intent("acme:jira:gone", Fate.ROW, HOUR, "j1", Map.of("issues_created", 1L));
  private static final Intent TIMELESS =
      World.intent("acme:github:timeless", Fate.ROW, 0, "", Map.of());
  private static final Intent BOT =
      World.intent("acme:github:bot", Fate.ROW, HOUR, "", Map.of("pr_opened", 1L));
  private static final Intent UNREADABLE =
      World.intent("acme:github:unreadable", Fate.REJECTED, HOUR, "", Map.of());
  private static final Intent FORGED =
      World.intent("acme:github:forged", Fate.REFUSED, HOUR, "", Map.of());
  private static final Intent UNLUCKY =
      World.intent("acme:github:unlucky", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));

  private final World world = new World();

  @BeforeEach
  void aCorrectWorld() {
    world
        .event(OPENED, false, Outcome.OK)
        .attempt(OPENED.identity(), Outcome.OK, 200)
        .event(REVIEW, false, Outcome.OK)
        .event(LATE, true, Outcome.OK)
        .event(TWIN, false, Outcome.OK)
        .event(MAYBE, false, Outcome.UNKNOWN)
        .event(TIMELESS, false, Outcome.OK)
        .event(BOT, false, Outcome.OK);
    world.intents.addAll(List.of(GONE, UNREADABLE, FORGED, UNLUCKY));
    world
        .attempt(GONE.identity(), Outcome.UNKNOWN, 503)
        .attempt(UNREADABLE.identity(), Outcome.UNKNOWN, 0)
        .attempt(UNREADABLE.identity(), Outcome.OK, 202)
        .attempt(FORGED.identity(), Outcome.NOT, 401)
        .attempt(UNLUCKY.identity(), Outcome.NOT, 429);
    world.rejected.add(rejectOf(UNREADABLE));
  }

  private static RejectedRow rejectOf(Intent intent) {
    return new RejectedRow(intent.identity(), "unreadable_payload", intent.bodyHash());
  }

  private List<Violation> violations() {
    return Checkers.check(Checkers.all(), world.findings());
  }

  private void assertRed(String... checkers) {
    Set<String> red = new TreeSet<>();
    violations().forEach(violation -> red.add(violation.checker()));
    assertThat(red).as("violations: %s", violations()).containsExactlyInAnyOrder(checkers);
  }

  private void change(List<EventRow> rows, Intent whose, UnaryOperator<EventRow> change) {
    rows.replaceAll(row -> row.identity().equals(whose.identity()) ? change.apply(row) : row);
  }

  private void forget(Intent whose) {
    world.physical.removeIf(row -> row.identity().equals(whose.identity()));
    world.events.removeIf(row -> row.identity().equals(whose.identity()));
    world.ledger.removeIf(row -> row.identity().equals(whose.identity()));
  }

  @Test
  void aCorrectWorldIsGreen() {
    assertThat(violations()).isEmpty();
  }

  @Test
  void everyCheckerHasItsOwnName() {
    assertThat(Checkers.all()).extracting(Checker::name).doesNotHaveDuplicates().hasSize(10);
    assertThat(Checkers.all()).containsAll(Checkers.ofData());
  }

  @Test
  void anEmptyHistoryFails() {
    Findings nothing = new World().findings();
    assertThat(Checkers.check(Checkers.ofData(), nothing))
        .extracting(Violation::checker)
        .containsOnly("NotVacuous")
        .hasSize(2);
  }

  @Test
  void aHistoryWithoutAnAcknowledgedRowFailsWhateverElseWasAnswered() {
    world.operations.removeIf(
        one -> one.outcome() == Outcome.OK && !one.identity().equals(UNREADABLE.identity()));
    assertThat(violations()).anyMatch(one -> one.checker().equals("NotVacuous"));
  }

  @Test
  void aDeliveryThatMustBeTakenAndIsRefusedForGoodIsLost() {
    world.attempt(UNLUCKY.identity(), Outcome.NOT, 408);
    assertThat(violations()).as("these say: send it again").isEmpty();

    world.attempt(UNLUCKY.identity(), Outcome.NOT, 401);
    assertRed("NoLoss");
  }

  @Test
  void anEventThatIsMissingEverywhereIsLost() {
    forget(TIMELESS);
    world.eventsByHour.remove(new TypeCell("acme", "github", "pull_request", HOUR + World.HOUR));
    assertRed("NoLoss");
  }

  @Test
  void aRowThatNoReaderSeesIsLostThoughItWasNotAcknowledged() {
    world.physical.add(World.rowOf(GONE, false, "block-1"));
    assertRed("NoLoss");
  }

  @Test
  void aSecondRowForReadersIsADuplicate() {
    world.events.add(World.rowOf(OPENED, false, "block-1"));
    assertRed("NoDuplicates");
  }

  @Test
  void aSecondPhysicalRowIsADuplicateThoughFinalHidesIt() {
    world.physical.add(World.rowOf(OPENED, false, "block-1"));
    assertRed("NoDuplicates");
  }

  @Test
  void aBlockThatAViewWasGivenTwiceIsADuplicate() {
    world.ledger.add(new LedgerRow("block-1", OPENED.identity()));
    assertRed("NoDuplicates");
  }

  @Test
  void anEventThatTwoBlocksBroughtToAViewIsADuplicate() {
    world.ledger.add(new LedgerRow("block-2", OPENED.identity()));
    assertRed("NoDuplicates");
  }

  @Test
  void aCopyCountsOnceInTheViolationsWhereverItIsSeen() {
    world.events.add(World.rowOf(OPENED, false, "block-2"));
    world.physical.add(World.rowOf(OPENED, false, "block-2"));
    world.ledger.add(new LedgerRow("block-2", OPENED.identity()));
    assertThat(violations())
        .singleElement()
        .satisfies(one -> assertThat(one.subject()).isEqualTo(OPENED.identity()))
        .satisfies(one -> assertThat(one.text()).contains("v_events", "FINAL", "to a view"));
  }

  @Test
  void aRowThatNobodySentIsInvented() {
    world.row(World.intent("acme:github:ghost", Fate.ROW, HOUR, "", Map.of()), false, "block-1");
    assertRed("NothingInvented");
  }

  @Test
  void aRowOfADeliveryThatMustBeRefusedIsInvented() {
    world.row(FORGED, false, "block-1");
    assertRed("NothingInvented");
  }

  @Test
  void aDeliveryThatMustBeRefusedAndIsAcknowledgedIsInvented() {
    world.attempt(FORGED.identity(), Outcome.OK, 202);
    assertRed("NothingInvented");
  }

  @Test
  void aRowOfADeliveryThatEveryAttemptWasRefusedIsInvented() {
    world.row(UNLUCKY, false, "block-1");
    assertRed("NothingInvented");
  }

  @Test
  void aRowOfADeliveryThatWasNeverAttemptedIsInvented() {
    Intent planned = World.intent("acme:github:planned", Fate.ROW, HOUR, "", Map.of());
    world.intents.add(planned);
    world.row(planned, false, "block-1");
    assertRed("NothingInvented");
  }

  @Test
  void anotherHashOfTheBodyIsAChangedPayload() {
    change(world.events, OPENED, row -> with(row, "other", row.payloadHash(), row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void anotherPayloadUnderTheRightHashIsAChangedPayload() {
    change(world.physical, OPENED, row -> with(row, row.contentHash(), "other", row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void aPayloadThatIsNotThereIsAChangedPayload() {
    change(world.events, OPENED, row -> with(row, row.contentHash(), "", row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void aBodyOverOneMebibyteHasNoPayloadInTheTable() {
    Intent large =
        new Intent(
            "acme:github:large",
            "acme",
            "github",
            "push",
            "body",
            "json",
            1024 * 1024 + 1,
            HOUR,
            Fate.ROW,
            "",
            Map.of());
    world.event(large, false, Outcome.OK);
    assertRed("PayloadIntact");
    UnaryOperator<EventRow> without = row -> with(row, row.contentHash(), "", row.late());
    change(world.events, large, without);
    change(world.physical, large, without);
    assertThat(violations()).isEmpty();
  }

  @Test
  void aChangedCellOfAnHourDiffers() {
    world.hours.merge(World.cell(OPENED, HOUR, "pr_opened"), 1L, Long::sum);
    assertRed("AggregatesAgree");
  }

  @Test
  void aMissingCellOfAWindowDiffers() {
    world.windows.remove(World.cell(OPENED, HOUR, "reviews"));
    assertRed("AggregatesAgree");
  }

  @Test
  void aCellOfSomebodyWhoDidNothingDiffers() {
    world.hours.put(new PersonCell("acme", "github", "8", HOUR, "reviews"), 1L);
    assertRed("AggregatesAgree");
  }

  @Test
  void aLateEventThatIsMissingInItsHourDiffers() {
    world.hours.remove(World.cell(LATE, OLD_HOUR, "pr_merged"));
    assertRed("AggregatesAgree");
  }

  @Test
  void aLateEventThatIsInAWindowDiffers() {
    world.windows.put(World.cell(LATE, OLD_HOUR, "pr_merged"), 1L);
    assertRed("AggregatesAgree");
  }

  @Test
  void aRowThatIsWronglyLateDiffers() {
    change(world.events, OPENED, row -> with(row, row.contentHash(), row.payloadHash(), true));
    assertRed("AggregatesAgree");
    change(world.events, OPENED, row -> with(row, row.contentHash(), row.payloadHash(), false));
    change(world.events, LATE, row -> with(row, row.contentHash(), row.payloadHash(), false));
    assertRed("AggregatesAgree");
  }

  @Test
  void theMomentAtWhichAnEventBecomesLateIsFourDaysAfterTheEndOfItsHour() {
    long hour = World.NOW - 4 * World.DAY - World.HOUR;
    hour -= hour % World.HOUR;
    long edge = hour + World.HOUR + 4 * World.DAY;
    Intent intent = World.intent("acme:github:edge", Fate.ROW, hour, "", Map.of());
    assertThat(EventHours.isLate(intent, edge - 1)).isFalse();
    assertThat(EventHours.isLate(intent, edge)).isTrue();
  }

  @Test
  void aRowThatWasReceivedBeforeItWasSentDiffers() {
    change(
        world.events,
        OPENED,
        row ->
            new EventRow(
                row.identity(),
                row.eventType(),
                row.contentHash(),
                row.payloadHash(),
                row.payloadSize(),
                row.eventTimeMillis(),
                World.NOW - 11,
                row.late(),
                row.ingestBlock()));
    assertRed("AggregatesAgree");
  }

  @Test
  void anUnknownDeliveryCountsExactlyWhenItIsARow() {
    forget(MAYBE);
    world.eventsByHour.remove(new TypeCell("acme", "jira", "pull_request", HOUR));
    assertRed("AggregatesAgree");
    world.hours.keySet().removeIf(cell -> cell.person().equals("j1"));
    world.windows.keySet().removeIf(cell -> cell.person().equals("j1"));
    assertThat(violations()).isEmpty();
  }

  @Test
  void aViewThatCountsOneMoreDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events() + 1, count.averagePayloadBytes()));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewWithAnotherAverageDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events(), count.averagePayloadBytes() / 2));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewWithoutAnAverageDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events(), Double.NaN));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewThatLacksACellDiffers() {
    world.eventsByHour.remove(new TypeCell("globex", "github", "pull_request", HOUR));
    assertRed("ViewsAgree");
  }

  @Test
  void aRowThatAViewWasNotGivenDiffers() {
    world.ledger.removeIf(row -> row.identity().equals(OPENED.identity()));
    assertRed("ViewsAgree");
  }

  @Test
  void rowsAndViewThatAreWrongTogetherDifferFromTheHistory() {
    UnaryOperator<EventRow> moved =
        row ->
            new EventRow(
                row.identity(),
                row.eventType(),
                row.contentHash(),
                row.payloadHash(),
                row.payloadSize(),
                HOUR - World.HOUR,
                row.receivedAtMillis(),
                row.late(),
                row.ingestBlock());
    change(world.events, TWIN, moved);
    TypeCount count =
        world.eventsByHour.remove(new TypeCell("globex", "github", "pull_request", HOUR));
    world.eventsByHour.put(
        new TypeCell("globex", "github", "pull_request", HOUR - World.HOUR), count);
    assertRed("ViewsAgree", "AggregatesAgree");
  }

  @Test
  void anAcceptedRejectThatIsNotToldIsMissing() {
    world.rejected.clear();
    assertRed("RejectedComplete");
  }

  @Test
  void aRejectMayBeToldForEachAttemptOfUnknownOutcomeAndNoMore() {
    world.rejected.add(rejectOf(UNREADABLE));
    assertThat(violations()).isEmpty();
    world.rejected.add(rejectOf(UNREADABLE));
    assertRed("RejectedComplete");
  }

  @Test
  void aRejectThatWasTakenTwiceMustBeToldTwice() {
    world.attempt(UNREADABLE.identity(), Outcome.OK, 202);
    assertRed("RejectedComplete");
    world.rejected.add(rejectOf(UNREADABLE));
    assertThat(violations()).isEmpty();
  }

  @Test
  void aGoodDeliveryMustNotBeRejected() {
    world.rejected.add(new RejectedRow(OPENED.identity(), "identity_conflict", "other"));
    assertRed("RejectedComplete");
  }

  @Test
  void aRejectWithOtherContentDiffers() {
    world.rejected.set(0, new RejectedRow(UNREADABLE.identity(), "content_hash_mismatch", "other"));
    assertRed("RejectedComplete");
  }

  @Test
  void aRejectMustNotBeARowAsWell() {
    world.row(UNREADABLE, false, "block-1");
    assertRed("RejectedComplete");
  }

  @Test
  void whatGrowsBeyondItsLimitIsUnbounded() {
    world.sizes.put("checkpoint bytes", 1_001L);
    assertRed("StateBounded");
  }

  @Test
  void whatHasALimitAndWasNotMeasuredIsUnbounded() {
    world.limits.put("keys", 5L);
    assertRed("StateBounded");
    world.limits.clear();
    world.sizes.clear();
    assertRed("StateBounded");
    world.sizes.put("keys", 5L);
    assertRed("StateBounded");
  }

  @Test
  void aSlowDrainAndOneThatWasNotMeasuredAreRed() {
    world.drainSeconds = 60.1;
    assertRed("DrainedInTime");
    world.drainSeconds = Double.NaN;
    assertRed("DrainedInTime");
    world.drainSeconds = -1;
    assertRed("DrainedInTime");
  }

  private static EventRow with(EventRow row, String contentHash, String payloadHash, boolean late) {
    return new EventRow(
        row.identity(),
        row.eventType(),
        contentHash,
        payloadHash,
        row.payloadSize(),
        row.eventTimeMillis(),
        row.receivedAtMillis(),
        late,
        row.ingestBlock());
  }
}
