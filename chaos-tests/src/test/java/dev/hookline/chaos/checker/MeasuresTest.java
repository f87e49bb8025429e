package dev.hookline.chaos.checker;

import org.junit.jupiter.api.Test;

/** What grew beyond its limit, was not measured, or did not settle in time. */
class MeasuresTest extends HandWrittenHistory {

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
}
