package dev.hookline.jobs.reject;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.DecodeResult;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Headers;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.WireRecord;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.source.LogRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * A record, or an event made of one, that is not counted. Nothing of it may be changed, so it can
 * be passed on without a copy.
 *
 * @param reason the kind of fault
 * @param detail what was wrong, for a person; at most {@link
 *     DecodeResult.Rejected#MAX_DETAIL_LENGTH} characters
 * @param topic of the original record
 * @param partition of the original record
 * @param offset of the original record
 * @param label what its headers say, as far as they can be read
 * @param wire the record as it was; its value is empty where the body was no longer at hand; null
 *     where the event is a row all the same and no record is to be kept
 * @param size of the body as received, in bytes
 */
public record Reject(
    RejectReason reason,
    String detail,
    String topic,
    int partition,
    long offset,
    Label label,
    WireRecord wire,
    long size) {

  private static final byte[] NO_BODY = {};

  /** Checks the parts and shortens the detail. */
  public Reject {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(label, "label");
    if (detail.length() > DecodeResult.Rejected.MAX_DETAIL_LENGTH) {
      detail = detail.substring(0, DecodeResult.Rejected.MAX_DETAIL_LENGTH - 1) + "…";
    }
  }

  /**
   * What a record's headers say; a text is empty where its header is missing.
   *
   * @param org of the organisation
   * @param source that sent it
   * @param eventType the provider's event type
   * @param eventId the last part of the record's key
   * @param deliveryId the provider's id of the delivery
   * @param hookId the provider's id of the hook
   * @param receivedAt the epoch where the header cannot be read
   * @param contentHash as the gateway computed it
   */
  public record Label(
      String org,
      String source,
      String eventType,
      String eventId,
      String deliveryId,
      String hookId,
      Instant receivedAt,
      String contentHash) {}

  /**
   * A record that cannot become a row.
   *
   * @param record as read
   * @param reason the kind of fault
   * @param detail what was wrong
   * @return with the whole record
   */
  public static Reject ofRecord(LogRecord record, RejectReason reason, String detail) {
    byte[] value = record.wire().value();
    return new Reject(
        reason,
        detail,
        record.topic(),
        record.partition(),
        record.offset(),
        labelOf(record.wire()),
        record.wire(),
        value == null ? 0 : value.length);
  }

  /**
   * Another event under an identity that is taken.
   *
   * @param event the one that came second
   * @param detail which two contents there are
   * @return with the record, but without its body where that was too large to be carried along: its
   *     place in the log says where it can be read
   */
  public static Reject ofConflict(NormalizedEvent event, String detail) {
    NormalizedEvent.Delivery delivery = event.delivery();
    byte[] body = event.payload().body();
    WireRecord wire =
        RecordCodec.encode(
            new WebhookRecord(
                event.identity(),
                delivery.hookId(),
                delivery.deliveryId(),
                delivery.eventType(),
                event.payload().contentType(),
                delivery.receivedAt(),
                delivery.contentHash(),
                body == null ? NO_BODY : body));
    return new Reject(
        RejectReason.IDENTITY_CONFLICT,
        detail,
        Topics.WEBHOOK_EVENTS,
        delivery.kafkaPartition(),
        delivery.kafkaOffset(),
        labelOf(wire),
        wire,
        event.payload().size());
  }

  /**
   * Its place in the log.
   *
   * @return {@code topic/partition/offset}
   */
  public String origin() {
    return topic + "/" + partition + "/" + offset;
  }

  private static Label labelOf(WireRecord wire) {
    Map<String, byte[]> headers = wire.headers();
    String org = text(headers.get(Headers.ORG));
    String source = text(headers.get(Headers.SOURCE));
    String key = text(wire.key());
    String prefix = org + ":" + source + ":";
    return new Label(
        org,
        source,
        text(headers.get(Headers.EVENT_TYPE)),
        key.startsWith(prefix) ? key.substring(prefix.length()) : key,
        text(headers.get(Headers.DELIVERY_ID)),
        text(headers.get(Headers.HOOK_ID)),
        instant(text(headers.get(Headers.RECEIVED_AT))),
        text(headers.get(Headers.CONTENT_HASH)));
  }

  /** At most as long as the longest identity; a header of megabytes has no place in a column. */
  private static String text(byte[] bytes) {
    int most = EventIdentity.MAX_ORG_LENGTH + EventIdentity.MAX_EVENT_ID_LENGTH + 16;
    return bytes == null ? "" : new String(bytes, 0, Math.min(bytes.length, most), UTF_8);
  }

  private static Instant instant(String millis) {
    try {
      Instant instant = Instant.ofEpochMilli(Long.parseLong(millis));
      return StorableTime.holds(instant) ? instant : Instant.EPOCH;
    } catch (NumberFormatException e) {
      return Instant.EPOCH;
    }
  }
}
