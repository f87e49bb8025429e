package dev.hookline.sink.clickhouse.internal.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A sealed block as it lies in a checkpoint. Version 1, big-endian: token (16 bytes), time of
 * sealing in ms (8), rows (4), bytes before compression (4), SHA-256 of the frame (32), length of
 * the frame (4), the frame.
 *
 * <p>A version that was ever written stays readable.
 */
public final class SealedBlockSerializer implements SimpleVersionedSerializer<SealedBlock> {
  private static final int VERSION = 1;
  private static final int FIXED_BYTES = 16 + 8 + 4 + 4 + SealedBlock.HASH_BYTES + 4;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(SealedBlock block) {
    UUID token = block.token().value();
    return ByteBuffer.allocate(FIXED_BYTES + block.frame().length)
        .putLong(token.getMostSignificantBits())
        .putLong(token.getLeastSignificantBits())
        .putLong(block.sealedAtMillis())
        .putInt(block.rows())
        .putInt(block.rawBytes())
        .put(block.contentHash())
        .putInt(block.frame().length)
        .put(block.frame())
        .array();
  }

  /**
   * @throws IOException for a version that this release does not know, and for bytes that are not
   *     those of a whole block
   */
  @Override
  public SealedBlock deserialize(int version, byte[] serialized) throws IOException {
    return switch (version) {
      case 1 -> readVersion1(serialized);
      default ->
          throw new IOException(
              "the state holds a block of version "
                  + version
                  + "; this release reads versions 1 to "
                  + VERSION
                  + ": restore with the release that wrote it, or a later one");
    };
  }

  private static SealedBlock readVersion1(byte[] serialized) throws IOException {
    if (serialized.length < FIXED_BYTES) {
      throw new IOException("the state holds a block cut short to " + serialized.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(serialized);
    UUID token = new UUID(in.getLong(), in.getLong());
    long sealedAtMillis = in.getLong();
    int rows = in.getInt();
    int rawBytes = in.getInt();
    byte[] hash = new byte[SealedBlock.HASH_BYTES];
    in.get(hash);
    int length = in.getInt();
    if (length != in.remaining()) {
      throw new IOException(
          "the state holds a block of %d bytes where %d were written"
              .formatted(in.remaining(), length));
    }
    byte[] frame = new byte[length];
    in.get(frame);
    try {
      return new SealedBlock(new BlockToken(token), sealedAtMillis, rows, rawBytes, hash, frame)
          .verified();
    } catch (IllegalArgumentException e) {
      throw new IOException("the state holds a damaged block: " + e.getMessage(), e);
    }
  }
}
