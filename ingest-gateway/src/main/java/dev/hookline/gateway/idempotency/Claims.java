package dev.hookline.gateway.idempotency;

import dev.hookline.contract.EventIdentity;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes claims for the topic as it is now. Where the topic's id is not known, there is no claim.
 */
public final class Claims {

  private final IdempotencyStore store;
  private final Supplier<Optional<String>> topicId;

  /**
   * Makes one.
   *
   * @param store where claims are kept; not closed by this
   * @param topicId Kafka's id of the topic, empty while it is not known; must not block
   */
  public Claims(IdempotencyStore store, Supplier<Optional<String>> topicId) {
    this.store = store;
    this.topicId = topicId;
  }

  /**
   * Claims an event.
   *
   * @param identity the event
   * @return what came of it, with which it is completed or released
   */
  public Claim claim(EventIdentity identity) {
    Optional<ClaimKey> key = topicId.get().map(id -> new ClaimKey(id, identity));
    ClaimOutcome outcome =
        key.map(store::claim)
            .orElseGet(() -> new ClaimOutcome.Unavailable("the topic's id is not known yet"));
    return new Claim(key, outcome);
  }

  /** One event's claim. Whatever its outcome was, it may be completed or released. */
  public final class Claim {
    private final Optional<ClaimKey> key;
    private final ClaimOutcome outcome;

    private Claim(Optional<ClaimKey> key, ClaimOutcome outcome) {
      this.key = key;
      this.outcome = outcome;
    }

    /**
     * What came of the claim.
     *
     * @return never null
     */
    public ClaimOutcome outcome() {
      return outcome;
    }

    /**
     * Records Kafka's confirmation.
     *
     * @param contentHash of the body that was confirmed
     * @return what came of it
     */
    public Transition complete(String contentHash) {
      return key.map(k -> store.complete(k, contentHash)).orElse(Transition.UNAVAILABLE);
    }

    /**
     * Gives the claim back, if it was ours.
     *
     * @return what came of it
     */
    public Transition release() {
      return outcome.match(
          acquired -> key.map(k -> store.release(k, acquired)).orElse(Transition.NOT_OURS),
          inFlight -> Transition.NOT_OURS,
          published -> Transition.NOT_OURS,
          unavailable -> Transition.NOT_OURS);
    }
  }
}
