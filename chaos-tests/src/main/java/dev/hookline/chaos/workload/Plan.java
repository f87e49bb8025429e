package dev.hookline.chaos.workload;

import java.time.Duration;

/**
 * How often and when a delivery is sent, however it is answered.
 *
 * @param kept whether its sender keeps it for the end: the first attempt is after all faults
 * @param before from its making to its first attempt, unless it is kept: what makes it come out of
 *     order
 * @param repeat whether it comes a second time
 * @param pause before a delayed repeat
 * @param firstGateway index of the gateway of the first attempt, to be taken modulo their number
 * @param changesGateway whether the next attempt goes to the next gateway
 * @param otherHook whether a second hook sends the repeat
 */
record Plan(
    boolean kept,
    Duration before,
    Repeat repeat,
    Duration pause,
    int firstGateway,
    boolean changesGateway,
    boolean otherHook) {

  /** When a delivery that was or may have been accepted comes again. */
  enum Repeat {
    NONE,
    /** At the same time as the first. */
    PARALLEL,
    /** As soon as the first has its answer. */
    IMMEDIATE,
    /** A while after the answer. */
    DELAYED,
    /** When everything else is over: after all faults. */
    AT_THE_END
  }

  int gateway(int attempt, int gateways) {
    return Math.floorMod(firstGateway + (changesGateway ? attempt - 1 : 0), gateways);
  }
}
