package dev.hookline.chaos.nemesis;

import java.time.Duration;

/**
 * One thing that goes wrong. Only a description; {@link Nemesis} does it.
 *
 * @param kind what
 * @param choice decides among victims and sizes where there are several; any number
 * @param after when, from the start of the deliveries; it begins later when one before is not
 *     healed. Some kinds wait from then on for their own moment, such as a checkpoint
 * @param length how long it lasts, at most 20 s; kinds that end by themselves take no notice
 */
public record Fault(FaultKind kind, int choice, Duration after, Duration length) {

  private static final Duration LONGEST = Duration.ofSeconds(20);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException naming the field and its limit
   */
  public Fault {
    if (after.isNegative()) {
      throw new IllegalArgumentException("after must not be negative; got " + after);
    }
    if (length.isNegative() || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("length must be 0 to " + LONGEST + "; got " + length);
    }
  }

  /** One of some things, decided by {@link #choice}. */
  public int oneOf(int things) {
    return Math.floorMod(choice, things);
  }

  @Override
  public String toString() {
    return kind.label() + " after " + after.toMillis() / 1000.0 + " s";
  }
}
