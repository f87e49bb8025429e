package dev.hookline.chaos.checker;

import java.util.List;

/**
 * Compares what senders did with what analysts can read. A pure function: it asks nobody and waits
 * for nothing, so that it can be checked itself, on histories written by hand.
 */
public interface Checker {

  /** The name in reports, such as {@code NoLoss}. */
  String name();

  /**
   * Checks.
   *
   * @param findings everything that was seen
   * @return all violations, in a stable order; empty when all is well
   */
  List<Violation> check(Findings findings);
}
