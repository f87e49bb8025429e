package dev.hookline.chaos.run;

import dev.hookline.chaos.nemesis.Fault;
import java.util.List;

/**
 * Faults that begin at once.
 *
 * @param faults one or more, of which none touches what another does
 * @param withRecovery whether the next step waits until the job has recovered from this one; else
 *     this one only has to be healed, and the next may hit the recovery
 */
public record Step(List<Fault> faults, boolean withRecovery) {

  /** Copies the list. */
  public Step {
    faults = List.copyOf(faults);
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("a step has one fault or more");
    }
  }
}
