package dev.hookline.chaos.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.stack.FlinkRest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Flink's REST interface, as far as a schedule asks it for checkpoints. */
final class FakeFlink implements AutoCloseable {

  private final HttpServer server;

  volatile boolean answers = true;
  volatile boolean hasJob = true;
  volatile long restored;
  private volatile String latestCompleted = "null";

  /** How many requests got no answer that is one. */
  final AtomicInteger refused = new AtomicInteger();

  FakeFlink() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jobs/overview",
        exchange ->
            answer(
                exchange,
                hasJob
                    ? "{\"jobs\":[{\"jid\":\"a\",\"name\":\"job\",\"state\":\"RUNNING\"}]}"
                    : "{\"jobs\":[]}"));
    server.createContext("/jobs/a/checkpoints", exchange -> answer(exchange, checkpoints()));
    server.start();
  }

  /** A checkpoint was completed. */
  void complete(long triggeredMillis, long completedMillis, long stateBytes) {
    latestCompleted =
        "{\"id\":1,\"trigger_timestamp\":%d,\"latest_ack_timestamp\":%d,\"state_size\":%d}"
            .formatted(triggeredMillis, completedMillis, stateBytes);
  }

  private String checkpoints() {
    return "{\"counts\":{\"restored\":%d},\"latest\":{\"completed\":%s}}"
        .formatted(restored, latestCompleted);
  }

  private void answer(HttpExchange exchange, String json) throws IOException {
    if (!answers) {
      refused.incrementAndGet();
    }
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answers ? 200 : 500, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  FlinkRest rest() {
    return new FlinkRest(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
