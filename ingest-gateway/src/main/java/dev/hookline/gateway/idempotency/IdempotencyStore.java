package dev.hookline.gateway.idempotency;

/**
 * Claims in two states: absent → {@code pending} (short-lived, owned) → {@code done} (long-lived);
 * each transition is atomic. No method throws for a store that is away, and each answers within the
 * store's budget of time. Thread-safe.
 */
public interface IdempotencyStore extends AutoCloseable {

  /**
   * Takes the claim if nobody has it.
   *
   * @param key the event in its topic
   * @return whose it is
   */
  ClaimOutcome claim(ClaimKey key);

  /**
   * Records that Kafka has confirmed the event, whoever held the claim: a confirmation is a fact.
   *
   * @param key the event in its topic
   * @param contentHash of the body that was confirmed
   * @return {@link Transition#DONE} or {@link Transition#UNAVAILABLE}
   */
  Transition complete(ClaimKey key, String contentHash);

  /**
   * Gives a claim back, if it is still pending and still ours.
   *
   * @param key the event in its topic
   * @param claim what {@link #claim} returned
   * @return what came of it
   */
  Transition release(ClaimKey key, ClaimOutcome.Acquired claim);

  /** Ends the store's connections and threads. */
  @Override
  void close();
}
