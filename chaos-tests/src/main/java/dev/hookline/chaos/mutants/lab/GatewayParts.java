package dev.hookline.chaos.mutants.lab;

import dev.hookline.contract.Source;
import dev.hookline.gateway.idempotency.IdempotencyStore;
import dev.hookline.gateway.provider.WebhookProvider;
import dev.hookline.gateway.publish.EventPublisher;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a gateway is put together from. A mutant replaces one part of the right ones by a wrong one
 * that stands before it.
 *
 * @param providers by source
 * @param store where claims are kept
 * @param topicId Kafka's id of the topic, empty while it is not known
 * @param publisher sends to Kafka
 */
public record GatewayParts(
    Map<Source, WebhookProvider> providers,
    IdempotencyStore store,
    Supplier<Optional<String>> topicId,
    EventPublisher publisher) {

  /** The same with other providers. */
  public GatewayParts withProviders(Map<Source, WebhookProvider> other) {
    return new GatewayParts(other, store, topicId, publisher);
  }

  /** The same with another store. */
  public GatewayParts withStore(IdempotencyStore other) {
    return new GatewayParts(providers, other, topicId, publisher);
  }

  /** The same with another publisher. */
  public GatewayParts withPublisher(EventPublisher other) {
    return new GatewayParts(providers, store, topicId, other);
  }
}
