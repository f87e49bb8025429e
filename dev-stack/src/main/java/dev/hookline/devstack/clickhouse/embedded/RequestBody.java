package dev.hookline.devstack.clickhouse.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import net.jpountz.lz4.LZ4FrameInputStream;

/**
 * A request's body, raw and without its encodings.
 *
 * @param raw as it came; a read fails when the connection ends before the body does
 * @param plain the same without {@code Content-Encoding} and {@code decompress=1}
 */
record RequestBody(InputStream raw, InputStream plain) {

  /**
   * Undoes the encodings, HTTP's first.
   *
   * @throws EngineException for an encoding that is not served
   */
  static RequestBody of(InputStream body, RequestParameters parameters)
      throws EngineException, IOException {
    PushbackInputStream raw = new Unclosed(body);
    int first = raw.read();
    if (first < 0) {
      return new RequestBody(raw, raw); // an empty body has no encoding's header either
    }
    raw.unread(first);
    InputStream decoded =
        switch (parameters.contentEncoding()) {
          case "identity", "" -> raw;
          case "gzip", "x-gzip" -> new GZIPInputStream(raw);
          case "deflate" -> new InflaterInputStream(raw);
          case "lz4" -> new LZ4FrameInputStream(raw);
          default ->
              throw EngineException.notImplemented(
                  "Content-Encoding "
                      + parameters.contentEncoding()
                      + " is not served: use lz4, gzip, deflate or none");
        };
    return new RequestBody(
        raw, parameters.flag("decompress") ? new BlockInputStream(decoded) : decoded);
  }

  /**
   * Makes sure that the body has come whole: a decoder may be content before its input is, and then
   * has not noticed that the connection was cut.
   */
  void requireEnd() throws IOException {
    if (raw.read() >= 0) {
      throw new MalformedBodyException("there are bytes after the encoded data");
    }
  }

  /** Decoders close their input at its end; it must stay readable for {@link #requireEnd}. */
  private static final class Unclosed extends PushbackInputStream {
    Unclosed(InputStream body) {
      super(body, 1);
    }

    @Override
    public void close() {
      // the exchange closes its body
    }
  }
}
