package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.history.Outcome;
import org.junit.jupiter.api.Test;

/** All checkers together, and the one that demands that there is something to check. */
class CheckersTest extends HandWrittenHistory {

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
}
