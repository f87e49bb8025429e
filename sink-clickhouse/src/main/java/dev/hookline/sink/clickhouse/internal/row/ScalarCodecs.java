package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/** Truth values, UUIDs and enums. */
final class ScalarCodecs {
  private ScalarCodecs() {}

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
