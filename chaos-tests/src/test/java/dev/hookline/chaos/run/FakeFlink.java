package dev.hookline.chaos.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.contract.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Flink's REST interface, as far as a schedule asks it for checkpoints and the source's offset. */
final class FakeFlink implements AutoCloseable {

  private final HttpServer server;

  volatile boolean answers = true;
  volatile boolean hasJob = true;
  volatile long restored;
  final AtomicLong completed = new AtomicLong();
  private final Queue<Long> reads = new ConcurrentLinkedQueue<>();
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
    server.createContext(
        "/jobs/a",
        exchange -> answer(exchange, "{\"vertices\":[{\"id\":\"v\",\"name\":\"Source: log\"}]}"));
    server.createContext(
        "/jobs/a/vertices/v/metrics",
        exchange -> answer(exchange, offset(exchange.getRequestURI().getQuery() != null)));
    server.createContext("/jobs/a/checkpoints", exchange -> answer(exchange, checkpoints()));
    server.start();
  }

  /** A checkpoint was completed. */
  void complete(long triggeredMillis, long completedMillis, long stateBytes) {
    latestCompleted =
        "{\"id\":1,\"trigger_timestamp\":%d,\"latest_ack_timestamp\":%d,\"state_size\":%d}"
            .formatted(triggeredMillis, completedMillis, stateBytes);
  }

  /** What the source has read last, at each look from now on, and the last of it at later ones. */
  void reads(Long... offsets) {
    reads.addAll(List.of(offsets));
  }

  /** How many looks were not had yet, the last one without end included. */
  int readsLeft() {
    return reads.size();
  }

  private String offset(boolean withValue) {
    long value = !withValue ? 0 : reads.size() > 1 ? reads.remove() : reads.element();
    return "[{\"id\":\"0.log.KafkaSourceReader.topic.%s.partition.0.currentOffset\",\"value\":\"%d\"}]"
        .formatted(Topics.WEBHOOK_EVENTS, value);
  }

  private String checkpoints() {
    return "{\"counts\":{\"restored\":%d,\"completed\":%d},\"latest\":{\"completed\":%s}}"
        .formatted(restored, completed.get(), latestCompleted);
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
