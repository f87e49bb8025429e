package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client dies in the middle of an INSERT's body. Rows that came whole before the cut would make a
 * block that its retry cannot replace, so nothing may be stored.
 */
class CutBodyTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final byte[] ROWS = rows();

  private RawHttp writer;

  @BeforeEach
  void createTable() {
    writer = RunningClickHouse.writerInNewDatabase();
    writer.ok("CREATE TABLE notes (id UInt32, note String) ENGINE = MergeTree ORDER BY id");
  }

  @Test
  void storesNothingWhenFewerBytesComeThanWereDeclared() throws IOException {
    cut("Content-Length: " + (ROWS.length + 1), ROWS);
  }

  @Test
  void storesNothingWhenAChunkIsCut() throws IOException {
    cut("Transfer-Encoding: chunked", chunk(ROWS, ROWS.length + 10));
  }

  @Test
  void storesNothingWhenTheLastChunkIsMissing() throws IOException {
    cut("Transfer-Encoding: chunked", join(chunk(ROWS, ROWS.length), crlf()));
  }

  @Test
  void storesNothingWhenTheLastChunkIsMissingAfterWholeGzip() throws IOException {
    byte[] gzip = gzip();
    cut(
        "Transfer-Encoding: chunked\r\nContent-Encoding: gzip",
        join(chunk(gzip, gzip.length), crlf()));
  }

  @Test
  void storesNothingWhenTheLastChunkIsMissingAfterWholeLz4Frames() throws IOException {
    byte[] lz4 = lz4();
    cut(
        "Transfer-Encoding: chunked\r\nContent-Encoding: lz4",
        join(chunk(lz4, lz4.length), crlf()));
  }

  @Test
  void refusesAWholeBodyThatHoldsACutLz4Frame() throws IOException {
    byte[] lz4 = lz4();
    String request =
        head("Content-Encoding: lz4\r\nConnection: close\r\nContent-Length: " + (lz4.length - 6));
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.write(lz4, 0, lz4.length - 6);
      out.flush();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).contains("400").contains("Code: 33.");
    }
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("0");
  }

  @Test
  void storesAllWhenTheBodyIsWhole() throws IOException {
    String request =
        head("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\nConnection: close");
    byte[] gzip = gzip();
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.write(join(chunk(gzip, gzip.length), crlf(), chunk(new byte[0], 0), crlf()));
      out.flush();
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200");
    }
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("50000");
  }

  private void cut(String headers, byte[] body) throws IOException {
    long cutsBefore = cutsInTheLog();
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head(headers).getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      out.flush();
    }
    await("the server to notice the cut").atMost(LIMIT).until(() -> cutsInTheLog() > cutsBefore);
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("0");
  }

  private String head(String headers) {
    String pair = writer.user() + ":" + writer.password();
    String query = URLEncoder.encode("INSERT INTO notes FORMAT TSV", StandardCharsets.UTF_8);
    return "POST /?database="
        + writer.database()
        + "&query="
        + query
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic "
        + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
        + "\r\n"
        + headers
        + "\r\n\r\n";
  }

  private Socket connect() throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(writer.url()).getPort());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  private static long cutsInTheLog() throws IOException {
    return Files.readAllLines(RunningClickHouse.server().log()).stream()
        .filter(line -> line.contains("was cut"))
        .count();
  }

  private static byte[] gzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(ROWS);
    }
    return bytes.toByteArray();
  }

  private static byte[] lz4() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new LZ4FrameOutputStream(bytes)) {
      out.write(ROWS);
    }
    return bytes.toByteArray();
  }

  private static byte[] chunk(byte[] bytes, int declared) {
    return join(
        (Integer.toHexString(declared) + "\r\n").getBytes(StandardCharsets.US_ASCII), bytes);
  }

  private static byte[] crlf() {
    return new byte[] {'\r', '\n'};
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }

  private static byte[] rows() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      rows.append(i).append("\tnote ").append(i).append('\n');
    }
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }
}
