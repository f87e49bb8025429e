package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import org.junit.jupiter.api.Test;

/** Times of receipt that no attempt explains, and those that one does. */
class RowTimesTest extends HandWrittenHistory {

  private static final long SECOND = 1_000;

  /** Moves the receipt only: the hour and the lateness of a delivery that names its time stay. */
  private void receive(Intent whose, long millis) {
    change(
        world.events,
        whose,
        row ->
            new EventRow(
                row.identity(),
                row.eventType(),
                row.contentHash(),
                row.payloadHash(),
                row.payloadSize(),
                row.eventTimeMillis(),
                millis,
                row.late(),
                row.ingestBlock()));
  }

  private void attempt(Intent whose, long start, long end, Outcome outcome) {
    int status = outcome == Outcome.OK ? 202 : outcome == Outcome.NOT ? 429 : 0;
    world.operations.add(new Operation(whose.identity(), 9, 2, start, end, outcome, status, ""));
  }

  @Test
  void aRowThatWasReceivedBeforeItWasSentDiffers() {
    receive(OPENED, World.NOW - 10);
    assertThat(violations()).isEmpty();
    receive(OPENED, World.NOW - 11);
    assertRed("AggregatesAgree");
  }

  @Test
  void aRowThatWasReceivedAfterItsLastAnswerDiffers() {
    receive(TWIN, World.NOW + 1);
    assertThat(violations()).isEmpty();
    receive(TWIN, World.NOW + 2);
    assertRed("AggregatesAgree");
  }

  @Test
  void aGatewayWhoseClockIsDaysAheadDiffersThoughHourAndLatenessFollowFromIt() {
    long ahead = World.NOW + 5 * World.DAY;
    receive(LATE, ahead);
    assertThat(violations())
        .singleElement()
        .satisfies(one -> assertThat(one.checker()).isEqualTo("AggregatesAgree"))
        .satisfies(one -> assertThat(one.text()).contains("received", "under way"));
  }

  @Test
  void whatWasGivenUpMayBeReceivedAMinuteLaterAndNotAfterThat() {
    receive(MAYBE, World.NOW + 1 + 60 * SECOND);
    assertThat(violations()).isEmpty();
    receive(MAYBE, World.NOW + 2 + 60 * SECOND);
    assertRed("AggregatesAgree");
  }

  @Test
  void anyAttemptThatMayHaveBeenTakenExplainsARow() {
    long later = World.NOW + 600 * SECOND;
    attempt(MAYBE, later, later + SECOND, Outcome.OK);
    receive(MAYBE, World.NOW);
    assertThat(violations()).isEmpty();
    receive(MAYBE, later + SECOND);
    assertThat(violations()).isEmpty();
    receive(MAYBE, later - SECOND);
    assertRed("AggregatesAgree");
  }

  @Test
  void anAttemptThatWasRefusedExplainsNoRow() {
    long before = World.NOW - 600 * SECOND;
    attempt(OPENED, before, before + SECOND, Outcome.NOT);
    assertThat(violations()).isEmpty();
    receive(OPENED, before);
    assertRed("AggregatesAgree");
  }
}
