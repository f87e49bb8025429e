package dev.hookline.gateway.idempotency;

import dev.hookline.contract.EventIdentity;
import java.util.Objects;

/**
 * What a claim is kept under. The topic's id is part of it: a topic that was made anew under the
 * same name has none of the old records, so what was done for the old one does not count.
 *
 * @param topicId Kafka's id of the topic
 * @param identity the event
 */
public record ClaimKey(String topicId, EventIdentity identity) {

  /** Checks that nothing is null. */
  public ClaimKey {
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(identity, "identity");
  }

  /** The key's text in a store. */
  @Override
  public String toString() {
    return "hookline:claim:" + topicId + ":" + identity;
  }
}
