package dev.hookline.chaos.nemesis;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.devstack.proxy.FaultyProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers every request with 200, or refuses inserts with an error code as ClickHouse does: those
 * of the probe, whose statement is the body, and those of events, whose statement is in the
 * address.
 */
final class FakeClickHouse implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final HttpClient job =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final HttpServer server;
  private final FaultyProxy proxy;

  /** 0 for none. */
  volatile int refusesProbe;

  /** 0 for none. */
  volatile int refusesEvents;

  FakeClickHouse() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String sql = exchange.getRequestURI() + "";
          sql += new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(sql);
          int code =
              sql.contains(InsertWorker.EVENTS)
                  ? refusesEvents
                  : sql.contains("INSERT") ? refusesProbe : 0;
          if (code != 0) {
            exchange.getResponseHeaders().set("X-ClickHouse-Exception-Code", code + "");
          }
          exchange.sendResponseHeaders(code == 0 ? 200 : 500, -1);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
    proxy = FaultyProxy.to(server.getAddress().getPort());
  }

  /** Where it is asked past the proxy. */
  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  FaultyProxy proxy() {
    return proxy;
  }

  /** Each request's address, and its body after it. */
  Queue<String> asked() {
    return asked;
  }

  /** {@link #insert} of events. */
  int insertEvents() throws IOException, InterruptedException {
    return insert(InsertWorker.EVENTS);
  }

  /**
   * Inserts into a table, as the job does.
   *
   * @return the status of the answer
   */
  int insert(String table) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(proxy.httpUrl() + "/?query=INSERT%20INTO%20" + table))
            .timeout(LIMIT)
            .POST(BodyPublishers.ofByteArray(new byte[1_000]))
            .build();
    return job.send(request, BodyHandlers.discarding()).statusCode();
  }

  @Override
  public void close() {
    proxy.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
