package dev.hookline.chaos.run;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.stack.ClickHouseHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** ClickHouse's HTTP interface, which gives its answers one after the other, the last for ever. */
final class FakeClickHouse implements AutoCloseable {

  /** An answer with an error. */
  static final String REFUSES = "";

  private final HttpServer server;
  private final List<Instant> asked = Collections.synchronizedList(new ArrayList<>());

  /** The newest one. */
  volatile String statement = "";

  FakeClickHouse(String... answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String answer = answers[Math.min(asked.size(), answers.length - 1)];
          asked.add(Instant.now());
          statement = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean refuses = answer.equals(REFUSES);
          byte[] body = (refuses ? "Code: 1. refused" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(refuses ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  /** When each statement came. */
  List<Instant> asked() {
    return asked;
  }

  ClickHouseHttp sql() {
    return new ClickHouseHttp(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "u", "p", "d");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
