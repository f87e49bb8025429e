package dev.hookline.gateway.provider;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.Source;

/** What one source does in its own way. Stateless. */
public interface WebhookProvider {

  /**
   * The source.
   *
   * @return never null
   */
  Source source();

  /**
   * The header that carries the {@link Signature}.
   *
   * @return its name
   */
  String signatureHeader();

  /**
   * Finds out which event a delivery is. A pure function of the delivery, so that a retry and a
   * redelivery have the same identity.
   *
   * @param delivery one whose signature holds and whose JSON is well-formed
   * @param contentType how the body carries its JSON
   * @return the identity's parts, or what is missing
   */
  Identification identify(Delivery delivery, ContentType contentType);
}
