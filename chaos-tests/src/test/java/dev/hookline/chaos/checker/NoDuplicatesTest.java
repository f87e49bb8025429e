package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.LedgerRow;
import org.junit.jupiter.api.Test;

/** Copies for readers, below FINAL, and in what a view was given. */
class NoDuplicatesTest extends HandWrittenHistory {

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
}
