package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.math.BigInteger;

/** Int8 to Int64 and UInt8 to UInt64. */
final class IntegerCodec extends ValueCodec {
  private static final BigInteger MAX_UINT64 =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private final RowBuffer row;
  private final int bits;
  private final boolean signed;
  private final long min;
  private final long max;

  /**
   * @param row what the serialiser writes to
   */
  IntegerCodec(RowBuffer row, int bits, boolean signed) {
    this.row = row;
    this.bits = bits;
    this.signed = signed;
    this.min = signed ? Long.MIN_VALUE >> (64 - bits) : 0;
    this.max =
        signed ? Long.MAX_VALUE >> (64 - bits) : bits == 64 ? Long.MAX_VALUE : (1L << bits) - 1;
  }

  /** Whether it is one of Java's whole numbers that fit a {@code long}. */
  static boolean isSmall(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  @Override
  void write(RowBinaryFormatSerializer out, Object value) throws IOException {
    if (isSmall(value)) {
      writeLong(out, ((Number) value).longValue());
    } else if (value instanceof BigInteger big) {
      writeBig(out, big);
    } else {
      throw ValueRefused.notTaken("whole numbers", value);
    }
  }

  @Override
  void writeLong(RowBinaryFormatSerializer out, long value) throws IOException {
    if (value < min || value > max) {
      throw outOfRange();
    }
    // An unsigned value that fits has the bits of the signed one of its width.
    row.writeLittleEndian(value, bits / 8);
  }

  private void writeBig(RowBinaryFormatSerializer out, BigInteger value) throws IOException {
    boolean wide = bits == 64 && !signed;
    if (wide && value.signum() >= 0 && value.compareTo(MAX_UINT64) <= 0) {
      row.writeLittleEndian(value.longValue(), bits / 8);
    } else if (value.bitLength() < 64) {
      writeLong(out, value.longValue());
    } else {
      throw outOfRange();
    }
  }

  private ValueRefused outOfRange() {
    String limit = bits == 64 && !signed ? MAX_UINT64.toString() : Long.toString(max);
    return new ValueRefused("out of range " + min + " to " + limit);
  }
}
