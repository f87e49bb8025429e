package dev.hookline.jobs.normalise;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * An event with the columns of {@code normalized_events}, a pure function of its record. Flink
 * serialises it, and the records inside it, field by field; nothing of it may be changed, so it can
 * be passed on without a copy.
 *
 * @param identity columns org, source and event_id
 * @param delivery how it came
 * @param subject what it is about and who did it
 * @param time when it happened
 * @param credit what it counts for, and for whom
 * @param payload what was received
 */
public record NormalizedEvent(
    EventIdentity identity,
    Delivery delivery,
    Subject subject,
    EventTime time,
    Credit credit,
    Payload payload) {

  /**
   * How the event came: columns event_type, delivery_id, hook_id, received_at, content_hash,
   * kafka_partition and kafka_offset.
   *
   * @param eventType the provider's event type
   * @param deliveryId empty where the provider gives none
   * @param hookId empty where the provider gives none
   * @param receivedAt when the gateway received it
   * @param contentHash of the body's bytes, 64 hex digits
   * @param kafkaPartition where the record is
   * @param kafkaOffset where the record is
   */
  public record Delivery(
      String eventType,
      String deliveryId,
      String hookId,
      Instant receivedAt,
      String contentHash,
      int kafkaPartition,
      long kafkaOffset) {}

  /**
   * What the event is about: columns action, repo_id, repo_name, actor_id, actor_login, actor_kind
   * and entity_id.
   *
   * @param action what was done; empty where the event type has no actions
   * @param repoId GitHub's repository id or Jira's project id; 0 where there is none
   * @param repoName owner/name or the project's key, a label; empty where there is none
   * @param actor who did it
   * @param entityId kind and id, such as {@code pull_request:1234}; empty where there is none
   */
  public record Subject(
      String action, long repoId, String repoName, Actor actor, String entityId) {}

  /**
   * When the event happened: columns payload_time, event_time, event_time_source and late.
   *
   * @param payloadTime the payload's own time; the epoch where it has none
   * @param eventTime the payload's time, or else that of the receipt; whole milliseconds
   * @param source which of the two
   * @param late whether the event came too late for its hour's window
   */
  public record EventTime(
      Instant payloadTime, Instant eventTime, EventTimeSource source, boolean late) {}

  /**
   * What the event counts for: columns person_id, person_login and contributions.
   *
   * @param personId whose row it counts in; empty when in nobody's
   * @param personLogin the person's name as a label; empty when personId is
   * @param contributions what to add to each metric; in the order of {@link Metric}, unmodifiable
   */
  public record Credit(String personId, String personLogin, Map<Metric, Long> contributions) {

    /** Counts for nothing. */
    public static final Credit NOTHING = new Credit("", "", Map.of());

    /** Copies the map into a fixed order, so that the row is the same bytes every time. */
    public Credit {
      Objects.requireNonNull(personId, "personId");
      Objects.requireNonNull(personLogin, "personLogin");
      Map<Metric, Long> ordered = new EnumMap<>(Metric.class);
      ordered.putAll(contributions);
      contributions = Collections.unmodifiableMap(ordered);
    }
  }

  /**
   * What was received: columns payload and payload_size. The array is shared, not copied.
   *
   * @param body the bytes as received; null when there are more than {@link #MAX_STORED_BYTES}
   * @param contentType how the body carries its JSON
   * @param size of the body as received, in bytes
   */
  public record Payload(byte[] body, ContentType contentType, long size) {

    /** The largest body that is carried along and stored, in bytes: 1 MiB. */
    public static final int MAX_STORED_BYTES = 1024 * 1024;

    /**
     * The payload of a body.
     *
     * @param body as received, not null
     * @param contentType how it carries its JSON
     * @return with the body, or without it when it is too large
     */
    public static Payload of(byte[] body, ContentType contentType) {
      return new Payload(body.length <= MAX_STORED_BYTES ? body : null, contentType, body.length);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Payload that
          && Arrays.equals(body, that.body)
          && contentType == that.contentType
          && size == that.size;
    }

    @Override
    public int hashCode() {
      return Objects.hash(contentType, size);
    }

    /** Without the body: a payload has no place in a log. */
    @Override
    public String toString() {
      return "Payload[" + contentType + ", " + size + " bytes]";
    }
  }

  /** Checks that nothing is null. */
  public NormalizedEvent {
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(delivery, "delivery");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(credit, "credit");
    Objects.requireNonNull(payload, "payload");
  }
}
