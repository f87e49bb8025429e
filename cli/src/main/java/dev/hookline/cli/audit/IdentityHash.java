package dev.hookline.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * An identity in 16 bytes: the first half of the SHA-256 of its text. At 10^9 identities the chance
 * that any two share one is below 10^-20.
 *
 * @param high the first 8 bytes
 * @param low the next 8
 */
record IdentityHash(long high, long low) {

  static IdentityHash of(String identity) {
    ByteBuffer digest = ByteBuffer.wrap(BodyHash.sha256(identity.getBytes(UTF_8)));
    return new IdentityHash(digest.getLong(), digest.getLong());
  }

  static IdentityHash of(String org, String source, String eventId) {
    return of(org + ":" + source + ":" + eventId);
  }

  /** As SQL has it: 32 lower-case hex digits. */
  String hex() {
    return String.format("%016x%016x", high, low);
  }
}
