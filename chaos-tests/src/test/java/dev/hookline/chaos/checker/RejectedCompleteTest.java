package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejects that are not told, told too often, or rows as well. */
class RejectedCompleteTest extends HandWrittenHistory {

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
    world.rejected.set(0, new RejectedRow(UNREADABLE.identity(), "unreadable_payload", "other"));
    assertRed("RejectedComplete");
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity_conflict", "malformed_body", "content_hash_mismatch", ""})
  void aRejectWithAnotherReasonDiffers(String reason) {
    world.rejected.set(0, new RejectedRow(UNREADABLE.identity(), reason, UNREADABLE.bodyHash()));
    assertRed("RejectedComplete");
  }

  @Test
  void aRejectMustNotBeARowAsWell() {
    world.row(UNREADABLE, false, "block-1");
    assertRed("RejectedComplete");
  }
}
