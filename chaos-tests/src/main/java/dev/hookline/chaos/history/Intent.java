package dev.hookline.chaos.history;

import java.util.Map;

/**
 * What a delivery means, as its sender made it: written down before its first attempt, and known
 * without a line of the product's code.
 *
 * @param identity {@code org:source:eventId}
 * @param org the organisation in the URL
 * @param source {@code github} or {@code jira}
 * @param eventType the provider's event type
 * @param bodyHash SHA-256 of the body as sent, lower-case hex
 * @param payloadHash SHA-256 of the JSON in the body (of a form: its payload), lower-case hex
 * @param payloadBytes size of the body as sent, in bytes, which is what {@code payload_size} says;
 *     of one over 1 MiB the table keeps no payload
 * @param payloadTimeMillis when the event says that it happened, ms since 1970; 0 when it does not
 * @param fate what must become of it
 * @param person whose hour it counts in; empty for nobody's
 * @param contributions metric to amount, as analysts are told in docs/metrics.md; empty for none
 */
public record Intent(
    String identity,
    String org,
    String source,
    String eventType,
    String bodyHash,
    String payloadHash,
    long payloadBytes,
    long payloadTimeMillis,
    Fate fate,
    String person,
    Map<String, Long> contributions) {

  /** What must become of a delivery once it was accepted. */
  public enum Fate {
    /** One row of {@code v_events}. */
    ROW,
    /** Accepted by the gateway, and then one row of {@code v_rejected_events}. */
    REJECTED,
    /** Never accepted: no 2xx, no row anywhere. */
    REFUSED
  }

  /** Copies the map. */
  public Intent {
    contributions = Map.copyOf(contributions);
  }
}
