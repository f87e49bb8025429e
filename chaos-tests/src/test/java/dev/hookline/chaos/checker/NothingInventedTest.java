package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows and acknowledgements of what nobody sent, or must be refused. */
class NothingInventedTest extends HandWrittenHistory {

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
}
