package dev.hookline.devstack.clickhouse.embedded;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** Writes the answer to one request. */
final class Answer {
  /** An early error is read by a client only if its whole body was taken before. */
  private static final int MAX_DRAINED_BYTES = 256 << 20;

  private static final int NO_BODY = -1;

  private final HttpExchange exchange;

  Answer(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Headers that every answer carries. */
  void describe(String queryId, String timezone) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-ClickHouse-Server-Display-Name", "hookline");
    headers.set("X-ClickHouse-Query-Id", queryId);
    headers.set("X-ClickHouse-Timezone", timezone);
    // Shorter than the server's own limit, so that no client uses a connection just being closed.
    headers.set("Keep-Alive", "timeout=10");
  }

  void plain(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=UTF-8");
    send(200, bytes);
  }

  /** The outcome of a statement that printed at most a few bytes. */
  void done(EngineResult result) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-ClickHouse-Summary", result.summary(result.body().length));
    headers.set("Content-Type", "text/plain; charset=UTF-8");
    send(200, result.body());
  }

  /** A result, in the encoding that the client asked for. */
  void result(EngineResult result, ResultFile file, String format, RequestParameters parameters)
      throws IOException {
    long size = file.size();
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-ClickHouse-Format", format);
    headers.set("X-ClickHouse-Summary", result.summary(size));
    headers.set("Content-Type", contentType(format));
    try (InputStream in = file.open()) {
      if (parameters.flag("compress")) {
        copy(in, new BlockOutputStream(chunked()));
      } else if (parameters.accepts("lz4")) {
        headers.set("Content-Encoding", "lz4");
        copy(in, new LZ4FrameOutputStream(chunked()));
      } else if (parameters.accepts("gzip")) {
        headers.set("Content-Encoding", "gzip");
        copy(in, new GZIPOutputStream(chunked()));
      } else {
        exchange.sendResponseHeaders(200, size == 0 ? NO_BODY : size);
        copy(in, exchange.getResponseBody());
      }
    }
  }

  void error(EngineException error, String version) throws IOException {
    drain();
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-ClickHouse-Exception-Code", Integer.toString(error.code()));
    headers.set("Content-Type", "text/plain; charset=UTF-8");
    String text = error.getMessage() + " (version " + version + ")\n";
    send(error.httpStatus(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** A failure while this runs leaves the answer visibly cut: the exchange is closed unfinished. */
  private static void copy(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
    out.close();
  }

  private OutputStream chunked() throws IOException {
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  private void send(int status, byte[] bytes) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head || bytes.length == 0 ? NO_BODY : bytes.length);
    if (!head && bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.getResponseBody().close();
  }

  private void drain() throws IOException {
    InputStream body = exchange.getRequestBody();
    byte[] buffer = new byte[1 << 16];
    long drained = 0;
    for (int n = body.read(buffer); n >= 0 && drained < MAX_DRAINED_BYTES; n = body.read(buffer)) {
      drained += n;
    }
  }

  private static String contentType(String format) {
    String name = format.toLowerCase(Locale.ROOT);
    if (name.startsWith("jsoneachrow") || name.startsWith("jsoncompacteachrow")) {
      return "application/x-ndjson; charset=UTF-8";
    }
    if (name.startsWith("json")) {
      return "application/json; charset=UTF-8";
    }
    if (name.startsWith("tabseparated") || name.startsWith("tsv")) {
      return "text/tab-separated-values; charset=UTF-8";
    }
    if (name.startsWith("csv")) {
      return "text/csv; charset=UTF-8";
    }
    if (name.startsWith("rowbinary") || name.equals("native") || name.equals("parquet")) {
      return "application/octet-stream";
    }
    return "text/plain; charset=UTF-8";
  }
}
