package dev.hookline.chaos.nemesis;

import java.time.Instant;

/**
 * Told of each fault while it goes on, so that what is written down of it lies between the attempts
 * that it met. Called by the threads of faults that are done at once.
 */
public interface FaultListener {

  /** It is about to do harm. */
  void begun(Fault fault);

  /**
   * It has done harm, as far as can be seen by now. Some kinds need a while to see it.
   *
   * @param at when it did
   * @param evidence how that is known
   */
  void struck(Fault fault, Instant at, String evidence);

  /** All is as before, or could not be put right. */
  void over(Done done);
}
