package dev.hookline.cli.stack;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server with ready answers: path and query to body; anything else is a 404. */
final class CannedServer implements AutoCloseable {

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final HttpServer server;

  CannedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = answers.get(exchange.getRequestURI().toString());
          byte[] bytes =
              (body == null ? "{\"errors\":[\"not found\"]}" : body)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(body == null ? 404 : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  CannedServer answer(String pathAndQuery, String body) {
    answers.put(pathAndQuery, body);
    return this;
  }

  URI base() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
