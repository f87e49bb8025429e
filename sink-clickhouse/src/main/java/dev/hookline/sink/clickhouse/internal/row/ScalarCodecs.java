package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

/** The types that hold one value and need no parameter. */
final class ScalarCodecs {
  private ScalarCodecs() {}

  /** Text as UTF-8; bytes as they are, since a ClickHouse String is any sequence of bytes. */
  static final class StringCodec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof String text) {
        out.writeString(text);
      } else if (value instanceof byte[] bytes) {
        out.writeString(bytes);
      } else {
        throw ValueRefused.notTaken("text or bytes", value);
      }
    }
  }

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

  static final class BoolCodec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof Boolean truth) {
        out.writeBool(truth);
      } else {
        throw ValueRefused.notTaken("true or false", value);
      }
    }

    @Override
    void writeBoolean(RowBinaryFormatSerializer out, boolean value) throws IOException {
      out.writeBool(value);
    }
  }

  static final class UuidCodec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof UUID uuid) {
        out.writeUUID(uuid.getLeastSignificantBits(), uuid.getMostSignificantBits());
      } else {
        throw ValueRefused.notTaken("UUIDs", value);
      }
    }
  }

  /** Days since 1970 in 16 bits. */
  static final class DateCodec extends ValueCodec {
    private static final LocalDate LAST = LocalDate.ofEpochDay(0xFFFF);

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof LocalDate day)) {
        throw ValueRefused.notTaken("days (LocalDate)", value);
      }
      if (day.toEpochDay() < 0 || day.isAfter(LAST)) {
        throw new ValueRefused("out of range 1970-01-01 to " + LAST);
      }
      out.writeInt16((short) day.toEpochDay());
    }
  }

  /** An enum's value by its name. */
  static final class EnumCodec extends ValueCodec {
    private final Map<String, Integer> numbers;
    private final boolean wide;

    EnumCodec(Map<String, Integer> numbers, boolean wide) {
      this.numbers = numbers;
      this.wide = wide;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      String name;
      if (value instanceof String text) {
        name = text;
      } else if (value instanceof Enum<?> constant) {
        name = constant.name();
      } else {
        throw ValueRefused.notTaken("names of its values", value);
      }
      Integer number = numbers.get(name);
      if (number == null) {
        throw new ValueRefused("it knows only " + numbers.keySet());
      }
      if (wide) {
        out.writeEnum16(number.shortValue());
      } else {
        out.writeEnum8(number.byteValue());
      }
    }
  }
}
