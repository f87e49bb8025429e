package dev.hookline.chaos.nemesis;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Does one fault, once. Each step is bounded; {@link #heal} is called whatever the others did, and
 * leaves the part as it was before.
 */
interface Worker {

  /**
   * Does the harm, and makes sure that it is done where that can be seen at once.
   *
   * @return how that is known
   * @throws DidNotBite when there was no victim, or no harm
   * @throws IOException when a part that had to be asked did not answer
   */
  String strike() throws DidNotBite, IOException, InterruptedException;

  /**
   * When the harm was done, if that was well before {@link #strike} returned or failed.
   *
   * @return empty for the moment of its return
   */
  default Optional<Instant> struckAt() {
    return Optional.empty();
  }

  /**
   * Looks again when the fault has lasted its time, just before it is healed.
   *
   * @return what is known by then; empty for nothing more
   * @throws DidNotBite when it did no harm in all that time
   */
  default String beforeHealing() throws DidNotBite, IOException, InterruptedException {
    return "";
  }

  /** Puts everything right. */
  void heal() throws InterruptedException;

  /**
   * When everything was right again, if that was well before {@link #heal} was called.
   *
   * @return empty for the moment of its return
   */
  default Optional<Instant> healedAt() {
    return Optional.empty();
  }

  /**
   * Looks again when all is well, for harm that is only seen then.
   *
   * @return what is known by then; empty for nothing more
   * @throws DidNotBite when it did no harm
   */
  default String afterHealing() throws DidNotBite, IOException, InterruptedException {
    return "";
  }

  /** Whether the fault has its own end, so that its length does not count. */
  default boolean endsByItself() {
    return false;
  }
}
