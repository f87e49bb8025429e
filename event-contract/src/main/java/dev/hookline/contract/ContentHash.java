package dev.hookline.contract;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) in lower-case hex: what the project calls a content hash. */
public final class ContentHash {

  /** Characters in a hash. */
  public static final int LENGTH = 64;

  private ContentHash() {}

  /**
   * The content hash of a body.
   *
   * @param body the bytes as received, not null
   * @return 64 lower-case hex digits
   */
  public static String of(byte[] body) {
    return HexFormat.of().formatHex(sha256().digest(body));
  }

  /**
   * The event id of a delivery whose provider gives none: a hash of the event type and the body.
   * The type is ended by a NUL, which no type holds, so that no two pairs run together.
   *
   * @param eventType the event's type, not null
   * @param body the bytes as received, not null
   * @return 64 lower-case hex digits
   */
  public static String ofEvent(String eventType, byte[] body) {
    MessageDigest digest = sha256();
    digest.update(eventType.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return HexFormat.of().formatHex(digest.digest(body));
  }

  /**
   * A fresh SHA-256 digest.
   *
   * @return never null
   * @throws IllegalStateException where the Java runtime lacks SHA-256, which every one must have
   */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
