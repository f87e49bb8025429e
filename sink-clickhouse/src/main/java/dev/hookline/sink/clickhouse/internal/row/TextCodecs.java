package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Text and bytes. */
final class TextCodecs {
  private TextCodecs() {}

  /** Text as UTF-8; bytes as they are, since a ClickHouse String is any sequence of bytes. */
  static final class StringCodec extends ValueCodec {
    private final RowBuffer row;

    /**
     * @param row what the serialiser writes to
     */
    StringCodec(RowBuffer row) {
      this.row = row;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (value instanceof String text) {
        if (!row.writeShortAscii(text)) {
          out.writeString(text);
        }
      } else if (value instanceof byte[] bytes) {
        out.writeString(bytes);
      } else {
        throw ValueRefused.notTaken("text or bytes", value);
      }
    }
  }

  /** Exactly {@code length} bytes; shorter values are filled up with zeros, as the server does. */
  static final class FixedStringCodec extends ValueCodec {
    private final int length;

    FixedStringCodec(int length) {
      this.length = length;
    }

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      byte[] bytes;
      if (value instanceof String text) {
        bytes = text.getBytes(StandardCharsets.UTF_8);
      } else if (value instanceof byte[] given) {
        bytes = given;
      } else {
        throw ValueRefused.notTaken("text or bytes", value);
      }
      if (bytes.length > length) {
        throw new ValueRefused("it has " + bytes.length + " bytes, more than " + length);
      }
      out.writeFixedString(bytes, length);
    }
  }

  /**
   * A JSON object as text, which the server parses. It is read here before, because what the server
   * refuses would hold up its whole block.
   */
  static final class JsonCodec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof String text)) {
        throw ValueRefused.notTaken("a JSON object as text", value);
      }
      JsonText.check(text);
      out.writeString(text);
    }
  }
}
