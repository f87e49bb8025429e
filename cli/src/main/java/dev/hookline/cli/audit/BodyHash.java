package dev.hookline.cli.audit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a record's bytes, computed here and taken from no header, in the least memory.
 *
 * @param a bytes 0 to 7
 * @param b bytes 8 to 15
 * @param c bytes 16 to 23
 * @param d bytes 24 to 31
 */
record BodyHash(long a, long b, long c, long d) {

  static BodyHash of(byte[] body) {
    return ofDigest(sha256(body));
  }

  /**
   * Whether a text is this hash.
   *
   * @param hex any text
   * @return false for everything but its 64 lower-case hex digits
   */
  boolean is(String hex) {
    return toString().equals(hex);
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static BodyHash ofDigest(byte[] digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new BodyHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** 64 lower-case hex digits. */
  @Override
  public String toString() {
    ByteBuffer bytes = ByteBuffer.allocate(32).putLong(a).putLong(b).putLong(c).putLong(d);
    return HexFormat.of().formatHex(bytes.array());
  }
}
