package dev.hookline.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes every request, remembers it and answers with the next status of a list, else 202. */
final class RecordingGateway implements AutoCloseable {

  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /** A request; header names compare without case. */
  record Request(String path, Map<String, String> headers, byte[] body) {
    String header(String name) {
      return headers.get(name);
    }
  }

  RecordingGateway() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
          exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
          requests.add(
              new Request(
                  exchange.getRequestURI().getPath(),
                  headers,
                  exchange.getRequestBody().readAllBytes()));
          Integer status = statuses.poll();
          byte[] answer = "{\"outcome\":\"ok\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status == null ? 202 : status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  void answerNext(Integer... next) {
    statuses.addAll(List.of(next));
  }

  List<Request> requests() {
    return requests;
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
