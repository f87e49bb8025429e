package dev.hookline.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.HistoryReader;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders in front of a gateway that is paused. */
class SlowGatewayTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Those of 5 s: half of them stand at a gateway that answers nothing for 10 s. */
  private static final int DUE = 200;

  /** Made, and on their way at the moment of looking. */
  private static final int NOT_YET = 20;

  private static final TrafficSettings SETTINGS =
      TrafficSettings.of(11, 3)
          .withLongestDelay(Duration.ofMillis(50))
          .lasting(Duration.ofSeconds(60), 40);

  @TempDir Path folder;
  private Path file;
  private HistoryLog log;

  @BeforeEach
  void begin() {
    file = folder.resolve("history.jsonl");
    log = new HistoryLog(file);
  }

  @AfterEach
  void end() {
    log.close();
  }

  private History history() {
    return HistoryReader.read(List.of(file)).history();
  }

  private int endedAtTheFirst() {
    return (int) history().operations().stream().filter(one -> one.gateway() == 1).count();
  }

  @Test
  void deliveriesThatAreDueBeginAtBothGatewaysWhileOneAnswersNothing() {
    try (MuteServer mute = new MuteServer("");
        FakeGateway good = new FakeGateway(request -> 202);
        Traffic traffic =
            new Traffic(
                SETTINGS, List.of(mute.uri(), good.uri()), (org, source) -> "secret", log)) {
      traffic.start();
      await("one's deliveries to stand there and the other's to be answered, as they are due")
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                int due = history().intents().size();
                assertThat(due).isGreaterThanOrEqualTo(DUE);
                assertThat(good.requests()).isGreaterThan(due / 2 - NOT_YET);
                assertThat(mute.taken() - endedAtTheFirst()).isGreaterThan(DUE / 2 - NOT_YET);
              });
    }
  }

  @Test
  void whatIsOverTheLimitOfOneGatewayDoesNotHoldUpTheOther() {
    try (MuteServer mute = new MuteServer("");
        FakeGateway good = new FakeGateway(request -> 202);
        Traffic traffic =
            new Traffic(
                SETTINGS.withAtOnce(3),
                List.of(mute.uri(), good.uri()),
                (org, source) -> "secret",
                log)) {
      traffic.start();
      await("the other gateway's deliveries").atMost(LIMIT).until(() -> good.requests() >= DUE / 2);
      // one that has ended in no answer makes room for the next
      int taken = mute.taken();
      assertThat(taken).isBetween(3, 3 + endedAtTheFirst());
    }
  }

  @Test
  void anAnswerThatBeginsAndDoesNotEndIsNoneAndItsSenderHangsUp() throws Exception {
    String head = "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{";
    try (MuteServer mute = new MuteServer(head);
        RecordingClient client =
            new RecordingClient(
                List.of(mute.uri()),
                log,
                Clock.systemUTC(),
                Runnable::run,
                Duration.ofSeconds(3))) {
      Request request = new Request("/webhooks/github/acme", Map.of(), new byte[] {1}, 1);
      Operation recorded = client.attempt("acme:github:1", request, 0, 1).get(1, TimeUnit.MINUTES);
      assertThat(recorded.outcome()).isEqualTo(Outcome.UNKNOWN);
      assertThat(recorded.status()).isZero();
      assertThat(recorded.detail()).isEqualTo("no answer after 3000 ms");
      mute.awaitHangUp();
    }
    assertThat(Files.readString(file)).contains("no answer after 3000 ms");
  }
}
