package dev.hookline.cli.delivery;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One webhook as a provider would send it.
 *
 * @param source the provider
 * @param org the organisation in the URL
 * @param eventType the provider's event type
 * @param deliveryId GitHub's GUID or Jira's webhook identifier
 * @param hookId GitHub's hook id, empty for Jira
 * @param contentType the Content-Type header
 * @param body the bytes to send and to sign
 */
public record Delivery(
    Source source,
    String org,
    String eventType,
    String deliveryId,
    String hookId,
    String contentType,
    byte[] body) {

  /**
   * The identity that the gateway gives to this delivery.
   *
   * @return never null
   */
  public EventIdentity identity() {
    String eventId = deliveryId.isEmpty() ? ContentHash.ofEvent(eventType, body) : deliveryId;
    return new EventIdentity(org, source, eventId);
  }

  /**
   * The headers that the provider sends, signature included.
   *
   * @param secret the hook's secret
   * @return header name to value
   */
  public Map<String, String> headers(String secret) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType);
    String signature = Signature.of(secret, body);
    if (source == Source.GITHUB) {
      headers.put("X-GitHub-Event", eventType);
      headers.put("X-GitHub-Delivery", deliveryId);
      headers.put("X-GitHub-Hook-ID", hookId);
      headers.put("X-Hub-Signature-256", signature);
    } else {
      if (!deliveryId.isEmpty()) {
        headers.put("X-Atlassian-Webhook-Identifier", deliveryId);
      }
      headers.put("X-Hub-Signature", signature);
    }
    return headers;
  }

  /** Identity, type and size; a body has no place in a log. */
  @Override
  public String toString() {
    return identity() + " (" + eventType + ", " + body.length + " bytes)";
  }
}
