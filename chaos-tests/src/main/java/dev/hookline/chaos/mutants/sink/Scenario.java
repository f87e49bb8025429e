package dev.hookline.chaos.mutants.sink;

import java.util.Random;

/**
 * Events, a fault, and whatever the sink then makes of both. It plays the same way with either
 * version.
 */
@FunctionalInterface
interface Scenario {

  /**
   * Plays once.
   *
   * @param world an empty database and the way to it
   * @param random decides where the cuts are
   * @return what was delivered
   * @throws Exception when the fault did not bite, or anything else kept it from being played
   */
  Deliveries play(World world, Random random, Version version) throws Exception;
}
