package dev.hookline.contract;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;

/**
 * One accepted delivery as it travels. Nothing of it is parsed away: the body is the bytes that
 * were received, so that it can be verified, normalised again and replayed.
 *
 * @param identity what makes two deliveries the same event; the record's key
 * @param hookId the provider's id of the hook, empty where it gives none
 * @param deliveryId the provider's id of the delivery, empty where it gives none
 * @param eventType the provider's event type, 1 to 255 characters
 * @param contentType how the body carries its JSON
 * @param receivedAt when the gateway received it, whole milliseconds; decides lateness
 * @param contentHash {@link ContentHash#of} of the body as the gateway computed it
 * @param body the bytes as received; owned by this record, not to be changed
 */
public record WebhookRecord(
    EventIdentity identity,
    String hookId,
    String deliveryId,
    String eventType,
    ContentType contentType,
    Instant receivedAt,
    String contentHash,
    byte[] body) {

  /** The longest event type, hook id and delivery id, in characters. */
  public static final int MAX_LABEL_LENGTH = 255;

  /**
   * Checks each part.
   *
   * @throws IllegalArgumentException naming the part and its limit
   * @throws NullPointerException when a part is null
   */
  public WebhookRecord {
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(receivedAt, "receivedAt");
    Objects.requireNonNull(body, "body");
    checkLabel("hook id", hookId, 0);
    checkLabel("delivery id", deliveryId, 0);
    checkLabel("event type", eventType, 1);
    if (contentHash == null || !contentHash.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("content hash must be 64 lower-case hex digits");
    }
    if (!receivedAt.equals(receivedAt.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("received-at must be whole milliseconds");
    }
  }

  private static void checkLabel(String name, String value, int least) {
    Objects.requireNonNull(value, name);
    if (value.length() < least || value.length() > MAX_LABEL_LENGTH) {
      throw new IllegalArgumentException(
          name
              + " must have "
              + least
              + " to "
              + MAX_LABEL_LENGTH
              + " characters; got "
              + value.length());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WebhookRecord that
        && identity.equals(that.identity)
        && hookId.equals(that.hookId)
        && deliveryId.equals(that.deliveryId)
        && eventType.equals(that.eventType)
        && contentType == that.contentType
        && receivedAt.equals(that.receivedAt)
        && contentHash.equals(that.contentHash)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return Objects.hash(identity, receivedAt, contentHash);
  }

  /** Without the body: a payload has no place in a log. */
  @Override
  public String toString() {
    return "WebhookRecord["
        + identity
        + ", "
        + eventType
        + ", received "
        + receivedAt
        + ", "
        + body.length
        + " bytes]";
  }
}
