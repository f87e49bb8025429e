package dev.hookline.chaos.nemesis;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A fault that was done.
 *
 * @param fault what was asked for
 * @param bit whether it is certain that it did harm; a fault that did none has shown nothing
 * @param evidence how that is known; or why it did not bite
 * @param begun when it was begun
 * @param struck when it did harm; of one that did not bite, when it did what harm it may have done,
 *     else equal to {@code begun}
 * @param healed when everything was as before
 * @param broken what was thrown by doing or healing it, after which nobody knows the stack's state;
 *     empty of one that bit, or was only in vain
 */
public record Done(
    Fault fault,
    boolean bit,
    String evidence,
    Instant begun,
    Instant struck,
    Instant healed,
    Optional<RuntimeException> broken) {

  /** One after which all is as before. */
  public Done(
      Fault fault, boolean bit, String evidence, Instant begun, Instant struck, Instant healed) {
    this(fault, bit, evidence, begun, struck, healed, Optional.empty());
  }

  /** The same, broken by that; by nothing when it is null. */
  Done brokenBy(RuntimeException thrown) {
    return new Done(fault, bit, evidence, begun, struck, healed, Optional.ofNullable(thrown));
  }

  /**
   * From when the job's recovery is measured: of a fault that did not bite from the healing, since
   * nobody knows whether, and when, there was something to recover from. A checkpoint of before
   * must not pass for the recovery.
   */
  public Instant recoveryFrom() {
    return bit && fault.kind().recoversWithoutHealing() ? struck : healed;
  }

  /** How long it lasted. */
  public Duration lasted() {
    return Duration.between(begun, healed);
  }
}
