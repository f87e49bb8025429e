package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The types that hold values of other types. */
final class CompositeCodecs {
  private CompositeCodecs() {}

  /** A byte that says whether there is a value, then the value. */
  static final class NullableCodec extends ValueCodec {
    private final ValueCodec inner;

    NullableCodec(ValueCodec inner) {
      this.inner = inner;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value == null) {
        out.writeNull();
      } else {
        out.writeNotNull();
        inner.write(out, value);
      }
    }

    @Override
    void writeLong(RowBinaryFormatSerializer out, long value) throws IOException {
      out.writeNotNull();
      inner.writeLong(out, value);
    }

    @Override
    void writeDouble(RowBinaryFormatSerializer out, double value) throws IOException {
      out.writeNotNull();
      inner.writeDouble(out, value);
    }

    @Override
    void writeBoolean(RowBinaryFormatSerializer out, boolean value) throws IOException {
      out.writeNotNull();
      inner.writeBoolean(out, value);
    }

    @Override
    void writeEpochMillis(RowBinaryFormatSerializer out, long value) throws IOException {
      out.writeNotNull();
      inner.writeEpochMillis(out, value);
    }
  }

  /** The number of elements, then each. */
  static final class ArrayCodec extends ValueCodec {
    private final ValueCodec element;
    private final OutputStream sizes;

    ArrayCodec(ValueCodec element, OutputStream sizes) {
      this.element = element;
      this.sizes = sizes;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof Collection<?> elements)) {
        throw ValueRefused.notTaken("collections", value);
      }
      RowBinaryFormatSerializer.writeSize(sizes, elements.size());
      for (Object one : elements) {
        element.write(out, one);
      }
    }
  }

  /** The number of entries, then each key and its value. */
  static final class MapCodec extends ValueCodec {
    private final ValueCodec key;
    private final ValueCodec value;
    private final OutputStream sizes;

    MapCodec(ValueCodec key, ValueCodec value, OutputStream sizes) {
      this.key = key;
      this.value = value;
      this.sizes = sizes;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object given) throws IOException {
      if (!(given instanceof Map<?, ?> map)) {
        throw ValueRefused.notTaken("maps", given);
      }
      RowBinaryFormatSerializer.writeSize(sizes, map.size());
      if (map.isEmpty()) {
        return; // most are, and even then an iterator is made
      }
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        key.write(out, entry.getKey());
        value.write(out, entry.getValue());
      }
    }
  }

  /** One value of each type, in their order; nothing says how many there are. */
  static final class TupleCodec extends ValueCodec {
    private final List<ValueCodec> elements;

    TupleCodec(List<ValueCodec> elements) {
      this.elements = List.copyOf(elements);
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof List<?> values)) {
        throw ValueRefused.notTaken("lists with a value for each of its elements", value);
      }
      if (values.size() != elements.size()) {
        throw new ValueRefused("it has " + values.size() + " elements and not " + elements.size());
      }
      for (int i = 0; i < elements.size(); i++) {
        elements.get(i).write(out, values.get(i));
      }
    }
  }
}
