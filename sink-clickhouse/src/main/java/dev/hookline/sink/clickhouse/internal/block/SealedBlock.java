package dev.hookline.sink.clickhouse.internal.block;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A block that nothing changes any more: what is sent, and sent again, byte for byte.
 *
 * <p>The arrays are shared and not copied; nobody writes to them.
 *
 * @param token its identity
 * @param sealedAtMillis when it was sealed, in milliseconds since 1970 UTC
 * @param rows the number of rows, at least 1
 * @param rawBytes the size before compression
 * @param contentHash SHA-256 of {@code frame}
 * @param frame the block in RowBinaryWithNamesAndTypes as one LZ4 frame
 */
public record SealedBlock(
    BlockToken token,
    long sealedAtMillis,
    int rows,
    int rawBytes,
    byte[] contentHash,
    byte[] frame) {

  /** The bytes of a SHA-256. */
  static final int HASH_BYTES = 32;

  /** Refuses a block without rows. */
  public SealedBlock {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(contentHash, "contentHash");
    Objects.requireNonNull(frame, "frame");
    if (rows < 1) {
      throw new IllegalArgumentException("a block has at least one row, not " + rows);
    }
  }

  /**
   * This block, if its bytes are those that were sealed.
   *
   * @throws IllegalArgumentException if the hash is of other bytes
   */
  SealedBlock verified() {
    if (!Arrays.equals(contentHash, sha256(frame))) {
      throw new IllegalArgumentException(
          "block " + token + ": the content hash is of other bytes than these");
    }
    return this;
  }

  /** Seals {@code frame} under {@code token}. */
  static SealedBlock seal(
      BlockToken token, long sealedAtMillis, int rows, int rawBytes, byte[] frame) {
    return new SealedBlock(token, sealedAtMillis, rows, rawBytes, sha256(frame), frame);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SealedBlock that
        && token.equals(that.token)
        && sealedAtMillis == that.sealedAtMillis
        && rows == that.rows
        && rawBytes == that.rawBytes
        && Arrays.equals(frame, that.frame);
  }

  @Override
  public int hashCode() {
    return token.hashCode();
  }

  @Override
  public String toString() {
    return "block %s (%d rows, %d bytes)".formatted(token, rows, rawBytes);
  }
}
