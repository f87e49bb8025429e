package dev.hookline.devstack.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SavepointStopTest {
  private final AtomicInteger refusedBefore = new AtomicInteger();
  private HttpServer flink;

  @BeforeEach
  void start() throws IOException {
    flink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/jobs/j/stop", "{\"request-id\":\"t\"}", new AtomicInteger());
    answer(
        "/jobs/j/savepoints/t",
        "{\"status\":{\"id\":\"COMPLETED\"},\"operation\":{\"location\":\"file:/s\"}}",
        refusedBefore);
    flink.start();
  }

  @AfterEach
  void stop() {
    flink.stop(0);
  }

  private void answer(String path, String json, AtomicInteger refusals) {
    flink.createContext(
        path,
        exchange -> {
          byte[] body = json.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(refusals.getAndDecrement() > 0 ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private String stopped(Duration limit) {
    return new SavepointStop("http://127.0.0.1:" + flink.getAddress().getPort(), "j").run(limit);
  }

  @Test
  void aQuestionWithoutAnAnswerIsAskedAgain() {
    refusedBefore.set(2);

    assertThat(stopped(Duration.ofSeconds(60))).isEqualTo("file:/s");
  }

  @Test
  void theLimitIsToldWithWhatTheLastAnswerWas() {
    refusedBefore.set(Integer.MAX_VALUE);

    assertThatThrownBy(() -> stopped(Duration.ofMillis(200)))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("in vain for the savepoint of")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("flink answered 503"));
  }
}
