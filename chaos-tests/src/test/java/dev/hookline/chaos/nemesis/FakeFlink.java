package dev.hookline.chaos.nemesis;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.stack.FlinkRest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Flink's REST interface of a running job with one task, on tm-1, and no checkpoint yet. */
final class FakeFlink implements AutoCloseable {
  private final HttpServer server;

  // Guarded by this object's lock.
  private final Map<Long, String> statuses = new TreeMap<>();
  private final Deque<String> failures = new ArrayDeque<>();
  private String completed = "null";
  private String restored = "null";

  FakeFlink() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] answer =
              answer(exchange.getRequestURI().toString()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  private synchronized String answer(String path) {
    return switch (path) {
      case "/jobs/overview" ->
          "{'jobs':[{'jid':'j','name':'n','state':'RUNNING','start-time':1}]}".replace('\'', '"');
      case "/jobs/j" -> "{'vertices':[{'id':'v','name':'Source'}]}".replace('\'', '"');
      case "/jobs/j/vertices/v" ->
          "{'subtasks':[{'subtask':0,'status':'RUNNING','taskmanager-id':'tm-1'}]}"
              .replace('\'', '"');
      case "/jobs/j/checkpoints" -> checkpoints();
      case "/jobs/j/exceptions" -> exceptions();
      default -> "{}";
    };
  }

  private String exceptions() {
    String latest = failures.size() > 1 ? failures.remove() : failures.peek();
    String entries = latest == null ? "" : "{'stacktrace':'" + latest + "'}";
    return "{'exceptionHistory':{'entries':[%s]}}".formatted(entries).replace('\'', '"');
  }

  private String checkpoints() {
    StringBuilder history = new StringBuilder();
    statuses.forEach(
        (id, status) ->
            history
                .append(history.isEmpty() ? "" : ",")
                .append("{'id':%d,'status':'%s'}".formatted(id, status)));
    return "{'counts':{'restored':%d},'latest':{'completed':%s,'restored':%s},'history':[%s]}"
        .formatted(restored.equals("null") ? 0 : 1, completed, restored, history)
        .replace('\'', '"');
  }

  FlinkRest rest() {
    return new FlinkRest(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  /** A checkpoint is in this state from now on. */
  synchronized FakeFlink checkpoint(long id, String status) {
    statuses.put(id, status);
    return this;
  }

  /** None of them is in the history any more. */
  synchronized void forgetCheckpoints() {
    statuses.clear();
  }

  /** The job's newest failure at each look from now on, and the last of them at all later ones. */
  synchronized FakeFlink failures(String... newest) {
    failures.addAll(List.of(newest));
    return this;
  }

  /** It is the newest completed one. */
  synchronized FakeFlink completed(long id, Instant triggered) {
    checkpoint(id, "COMPLETED");
    completed =
        "{'id':%d,'trigger_timestamp':%d,'latest_ack_timestamp':%d,'state_size':1}"
            .formatted(id, triggered.toEpochMilli(), triggered.toEpochMilli() + 10);
    return this;
  }

  /** The job has begun with that. */
  synchronized FakeFlink restored(String place) {
    restored = "{'id':7,'external_path':'%s'}".formatted(place);
    return this;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
