package dev.hookline.cli.audit;

/**
 * A row of {@code normalized_events}, as far as the audit looks at it.
 *
 * @param org the organisation
 * @param source the source's name
 * @param eventId the event's id
 * @param partition where it says it comes from
 * @param offset where it says it comes from
 * @param contentHash what it says its body's SHA-256 is
 * @param late whether it says it came late
 * @param payloadHash the SHA-256 of its payload in hex; empty where it has none, or where nobody
 *     asked
 */
public record EventRow(
    String org,
    String source,
    String eventId,
    int partition,
    long offset,
    String contentHash,
    boolean late,
    String payloadHash) {

  String identity() {
    return org + ":" + source + ":" + eventId;
  }

  String place() {
    return "partition " + partition + ", offset " + offset;
  }
}
