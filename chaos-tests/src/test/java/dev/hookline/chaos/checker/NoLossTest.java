package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.history.Outcome;
import org.junit.jupiter.api.Test;

/** What is missing, hidden from readers, or refused for good. */
class NoLossTest extends HandWrittenHistory {

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
}
