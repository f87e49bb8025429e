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
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SavepointStopTest {
  private static final String FAILED =
      "{\"status\":{\"id\":\"COMPLETED\"},\"operation\":{\"failure-cause\":"
          + "{\"class\":\"java.util.concurrent.CompletionException\",\"stack-trace\":\"%s\"}}}";

  private final AtomicInteger refusedBefore = new AtomicInteger();
  private volatile String end =
      "{\"status\":{\"id\":\"COMPLETED\"},\"operation\":{\"location\":\"file:/s\"}}";
  private HttpServer flink;

  @BeforeEach
  void start() throws IOException {
    flink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/jobs/j/stop", () -> "{\"request-id\":\"t\"}", new AtomicInteger());
    answer("/jobs/j/savepoints/t", () -> end, refusedBefore);
    flink.start();
  }

  @AfterEach
  void stop() {
    flink.stop(0);
  }

  private void answer(String path, Supplier<String> json, AtomicInteger refusals) {
    flink.createContext(
        path,
        exchange -> {
          byte[] body = json.get().getBytes(StandardCharsets.UTF_8);
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
  void thatNoneWasMadeIsToldApartFromAnEndThatNobodyKnows() {
    end = FAILED.formatted("CheckpointException: Some tasks of the job do not run");

    assertThatThrownBy(() -> stopped(Duration.ofSeconds(60)))
        .isInstanceOf(NoSavepointException.class)
        .hasMessageContaining("no savepoint was made")
        .hasMessageContaining("Some tasks of the job do not run");
  }

  @Test
  void aSavepointOfAJobThatHasNotStoppedIsNotNone() {
    end = FAILED.formatted("StopWithSavepointStoppingException: A savepoint has been created");

    assertThatThrownBy(() -> stopped(Duration.ofSeconds(60)))
        .isInstanceOf(DevStackException.class)
        .isNotInstanceOf(NoSavepointException.class)
        .hasMessageContaining("has not stopped with its savepoint");
  }

  @Test
  void theLimitIsToldWithWhatTheLastAnswerWas() {
    refusedBefore.set(Integer.MAX_VALUE);

    assertThatThrownBy(() -> stopped(Duration.ofMillis(200)))
        .isInstanceOf(DevStackException.class)
        .isNotInstanceOf(NoSavepointException.class)
        .hasMessageContaining("in vain for the savepoint of")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("flink answered 503"));
  }
}
