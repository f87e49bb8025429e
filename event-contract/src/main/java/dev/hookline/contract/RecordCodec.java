package dev.hookline.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Record ⇄ bytes, version 1. Key: {@link EventIdentity#toString()}. Value: the body as received.
 * Everything else is in the {@link Headers}. The golden files of version 1 are test resources:
 * changing what this class writes breaks them, and would break every record in the log.
 */
public final class RecordCodec {

  /** The version that {@link #encode} writes. */
  public static final int VERSION = 1;

  private RecordCodec() {}

  /**
   * Writes a record.
   *
   * @param record not null
   * @return its bytes; the value is the record's own body array, not a copy
   */
  public static WireRecord encode(WebhookRecord record) {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    put(headers, Headers.SCHEMA_VERSION, Integer.toString(VERSION));
    put(headers, Headers.ORG, record.identity().org());
    put(headers, Headers.SOURCE, record.identity().source().wireName());
    put(headers, Headers.HOOK_ID, record.hookId());
    put(headers, Headers.DELIVERY_ID, record.deliveryId());
    put(headers, Headers.EVENT_TYPE, record.eventType());
    put(headers, Headers.CONTENT_TYPE, record.contentType().wireName());
    put(headers, Headers.RECEIVED_AT, Long.toString(record.receivedAt().toEpochMilli()));
    put(headers, Headers.CONTENT_HASH, record.contentHash());
    return new WireRecord(record.identity().toString().getBytes(UTF_8), headers, record.body());
  }

  /**
   * Reads a record. The content hash is computed anew from the bytes read, so a body that changed
   * on its way is a reject and never a row.
   *
   * @param wire not null; its parts may be null
   * @return the record, or the reason why it is none; never throws for bad input
   */
  public static DecodeResult decode(WireRecord wire) {
    try {
      return new DecodeResult.Decoded(read(wire));
    } catch (Refusal refusal) {
      return new DecodeResult.Rejected(refusal.reason, refusal.getMessage(), wire);
    }
  }

  private static WebhookRecord read(WireRecord wire) throws Refusal {
    String version = header(wire, Headers.SCHEMA_VERSION);
    if (!version.equals(Integer.toString(VERSION))) {
      throw new Refusal(
          RejectReason.UNSUPPORTED_VERSION,
          Headers.SCHEMA_VERSION + " must be " + VERSION + "; got '" + version + "'");
    }
    EventIdentity identity = identity(wire);
    String contentTypeName = header(wire, Headers.CONTENT_TYPE);
    ContentType contentType =
        ContentType.ofHeader(contentTypeName)
            .orElseThrow(() -> invalid(Headers.CONTENT_TYPE, contentTypeName));
    Instant receivedAt = receivedAt(header(wire, Headers.RECEIVED_AT));
    if (wire.value() == null) {
      throw new Refusal(RejectReason.MALFORMED_BODY, "the record has no value");
    }
    String claimedHash = header(wire, Headers.CONTENT_HASH);
    String actualHash = ContentHash.of(wire.value());
    if (!claimedHash.equals(actualHash)) {
      throw new Refusal(
          RejectReason.CONTENT_HASH_MISMATCH,
          "the body's SHA-256 is " + actualHash + ", the header says '" + claimedHash + "'");
    }
    try {
      return new WebhookRecord(
          identity,
          header(wire, Headers.HOOK_ID),
          header(wire, Headers.DELIVERY_ID),
          header(wire, Headers.EVENT_TYPE),
          contentType,
          receivedAt,
          actualHash,
          wire.value());
    } catch (IllegalArgumentException e) {
      throw new Refusal(RejectReason.INVALID_HEADER, e.getMessage());
    }
  }

  private static EventIdentity identity(WireRecord wire) throws Refusal {
    String org = header(wire, Headers.ORG);
    String sourceName = header(wire, Headers.SOURCE);
    Source source =
        Source.ofWireName(sourceName).orElseThrow(() -> invalid(Headers.SOURCE, sourceName));
    String key = wire.key() == null ? "" : text("key", wire.key());
    String prefix = org + ":" + source.wireName() + ":";
    if (!key.startsWith(prefix)) {
      throw new Refusal(
          RejectReason.KEY_MISMATCH, "the key must start with '" + prefix + "'; got '" + key + "'");
    }
    try {
      return new EventIdentity(org, source, key.substring(prefix.length()));
    } catch (IllegalArgumentException e) {
      throw new Refusal(RejectReason.INVALID_HEADER, e.getMessage());
    }
  }

  private static Instant receivedAt(String millis) throws Refusal {
    try {
      return Instant.ofEpochMilli(Long.parseLong(millis));
    } catch (NumberFormatException | DateTimeException e) {
      throw invalid(Headers.RECEIVED_AT, millis);
    }
  }

  private static String header(WireRecord wire, String name) throws Refusal {
    byte[] value = wire.headers().get(name);
    if (value == null) {
      throw new Refusal(RejectReason.MISSING_HEADER, "header " + name + " is missing");
    }
    return text(name, value);
  }

  private static String text(String name, byte[] bytes) throws Refusal {
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(RejectReason.INVALID_HEADER, name + " is not UTF-8");
    }
  }

  private static Refusal invalid(String name, String value) {
    return new Refusal(
        RejectReason.INVALID_HEADER, name + " has the value '" + value + "', which it cannot have");
  }

  private static void put(Map<String, byte[]> headers, String name, String value) {
    headers.put(name, value.getBytes(UTF_8));
  }

  /** A reject on its way out of the nested readers; never leaves this class. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final RejectReason reason;

    Refusal(RejectReason reason, String detail) {
      super(detail, null, false, false);
      this.reason = reason;
    }
  }
}
