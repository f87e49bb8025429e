package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Numbers that are wider than a {@code long}, have digits after the point, or float. */
final class NumberCodecs {
  private NumberCodecs() {}

  /** Int128, Int256, UInt128 and UInt256. */
  static final class WideIntegerCodec extends ValueCodec {
    private final int bits;
    private final BigInteger min;
    private final BigInteger max;

    WideIntegerCodec(int bits, boolean signed) {
      this.bits = bits;
      BigInteger span = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits);
      this.min = signed ? span.negate() : BigInteger.ZERO;
      this.max = span.subtract(BigInteger.ONE);
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      BigInteger number;
      if (value instanceof BigInteger big) {
        number = big;
      } else if (IntegerCodec.isSmall(value)) {
        number = BigInteger.valueOf(((Number) value).longValue());
      } else {
        throw ValueRefused.notTaken("whole numbers", value);
      }
      if (number.compareTo(min) < 0 || number.compareTo(max) > 0) {
        throw new ValueRefused("out of range " + min + " to " + max);
      }
      writeTwosComplement(out, bits, number);
    }

    @Override
    void writeLong(RowBinaryFormatSerializer out, long value) throws IOException {
      write(out, BigInteger.valueOf(value));
    }
  }

  /** A whole number of 10^-scale, in 32, 64, 128 or 256 bits. */
  static final class DecimalCodec extends ValueCodec {
    private final int precision;
    private final int scale;
    private final int bits;

    DecimalCodec(int precision, int scale) {
      this.precision = precision;
      this.scale = scale;
      this.bits = precision <= 9 ? 32 : precision <= 18 ? 64 : precision <= 38 ? 128 : 256;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      BigDecimal number;
      if (value instanceof BigDecimal decimal) {
        number = decimal;
      } else if (value instanceof BigInteger big) {
        number = new BigDecimal(big);
      } else if (IntegerCodec.isSmall(value)) {
        number = BigDecimal.valueOf(((Number) value).longValue());
      } else {
        throw ValueRefused.notTaken("BigDecimals and whole numbers", value);
      }
      // A sum of money that is rounded in silence is a wrong one: the mapper rounds, if anybody.
      if (number.stripTrailingZeros().scale() > scale) {
        throw new ValueRefused("it has more than " + scale + " digits after the point");
      }
      if ((long) number.precision() - number.scale() > precision - scale && number.signum() != 0) {
        throw new ValueRefused(
            "it has more than " + (precision - scale) + " digits before the point");
      }
      BigInteger unscaled = number.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
      switch (bits) {
        case 32 -> out.writeInt32(unscaled.intValueExact());
        case 64 -> out.writeInt64(unscaled.longValueExact());
        default -> writeTwosComplement(out, bits, unscaled);
      }
    }

    @Override
    void writeLong(RowBinaryFormatSerializer out, long value) throws IOException {
      write(out, BigDecimal.valueOf(value));
    }
  }

  /** Float64; a {@code float} is widened, which is exact. */
  static final class Float64Codec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof Double || value instanceof Float) {
        out.writeFloat64(((Number) value).doubleValue());
      } else {
        throw ValueRefused.notTaken("floating point numbers", value);
      }
    }

    @Override
    void writeDouble(RowBinaryFormatSerializer out, double value) throws IOException {
      out.writeFloat64(value);
    }
  }

  /** Float32; a {@code double} becomes the nearest {@code float}, but never infinity. */
  static final class Float32Codec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof Float number) {
        out.writeFloat32(number);
      } else if (value instanceof Double number) {
        writeDouble(out, number);
      } else {
        throw ValueRefused.notTaken("floating point numbers", value);
      }
    }

    @Override
    void writeDouble(RowBinaryFormatSerializer out, double value) throws IOException {
      float nearest = (float) value;
      if (Float.isInfinite(nearest) && !Double.isInfinite(value)) {
        throw new ValueRefused("out of range -" + Float.MAX_VALUE + " to " + Float.MAX_VALUE);
      }
      out.writeFloat32(nearest);
    }
  }

  /**
   * The client's own methods for unsigned numbers are left aside: the one for UInt256 writes 128
   * bits. Those for signed ones take any number of at most that many bits.
   */
  private static void writeTwosComplement(
      RowBinaryFormatSerializer out, int bits, BigInteger number) throws IOException {
    if (bits == 128) {
      out.writeInt128(number);
    } else {
      out.writeInt256(number);
    }
  }
}
