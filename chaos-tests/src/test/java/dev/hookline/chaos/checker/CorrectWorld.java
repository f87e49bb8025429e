package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.Outcome;
import java.util.List;
import java.util.Map;

/** Small findings for tests of who runs the checkers. */
public final class CorrectWorld {

  private CorrectWorld() {}

  /** One delivery that was accepted and is there: green for all checkers. */
  public static Findings green() {
    return new World().event(HandWrittenHistory.OPENED, false, Outcome.OK).findings();
  }

  /** The same delivery, which is nowhere: red for some of them, NoLoss among them. */
  public static Findings lost() {
    Findings green = green();
    Tables empty =
        new Tables(
            List.of(), List.of(), List.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());
    return new Findings(green.history(), empty, green.measures());
  }
}
