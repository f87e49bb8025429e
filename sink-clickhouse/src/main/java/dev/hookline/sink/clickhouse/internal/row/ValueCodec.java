package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;

/**
 * Checks the values of one type and hands them to the client's RowBinary serialiser. The methods
 * for primitives spare a box where the type takes one; all others go through {@link #write}.
 */
abstract class ValueCodec {

  /**
   * @throws ValueRefused if the type does not hold the value
   */
  abstract void write(RowBinaryFormatSerializer out, Object value) throws IOException;

  void writeLong(RowBinaryFormatSerializer out, long value) throws IOException {
    write(out, value);
  }

  void writeDouble(RowBinaryFormatSerializer out, double value) throws IOException {
    write(out, value);
  }

  void writeBoolean(RowBinaryFormatSerializer out, boolean value) throws IOException {
    write(out, value);
  }

  void writeEpochMillis(RowBinaryFormatSerializer out, long value) throws IOException {
    throw new ValueRefused("it takes no point in time");
  }
}
