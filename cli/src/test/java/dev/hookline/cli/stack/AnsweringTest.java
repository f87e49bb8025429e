package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnsweringTest {

  @TempDir private Path home;

  private Answering answering(Map<String, String> environment) {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new Answering(
        Endpoints.find(new Surroundings(environment, home, home, home, nowhere, nowhere)));
  }

  @Test
  void aPartServesWhenItSaysSo() throws Exception {
    try (CannedServer good = new CannedServer().answer("/ping", "Ok.").answer("/overview", "{}");
        CannedServer bad = new CannedServer()) {
      Answering answering =
          answering(
              Map.of(
                  "HOOKLINE_CLICKHOUSE", good.base().toString(),
                  "HOOKLINE_FLINK", good.base().toString(),
                  "HOOKLINE_ADMIN", bad.base().toString(),
                  "HOOKLINE_GATEWAY", bad.base().toString()));
      assertThat(answering.answers(Part.CLICKHOUSE)).isTrue();
      assertThat(answering.answers(Part.FLINK)).isTrue();
      assertThat(answering.answers(Part.ADMIN)).as("a 404 of /readyz").isFalse();
      assertThat(answering.answers(Part.GATEWAY)).as("any answer").isTrue();
    }
  }

  @Test
  void whatDoesNotAnswerIsWaitedForUpToTheBoundAndThenNamed() {
    Answering answering = answering(Map.of("HOOKLINE_CLICKHOUSE", "http://127.0.0.1:1"));
    assertThat(answering.answers(Part.CLICKHOUSE)).isFalse();
    assertThatThrownBy(
            () -> answering.await(List.of(Part.CLICKHOUSE), Duration.ofMillis(100), step -> {}))
        .isInstanceOf(CliFailure.class)
        .hasMessageContainingAll("clickhouse at http://127.0.0.1:1", "--wait");
  }

  @Test
  void whatWasThereWhenAskedIsNotWaitedFor() throws Exception {
    try (CannedServer server = new CannedServer().answer("/ping", "Ok.")) {
      answering(Map.of("HOOKLINE_CLICKHOUSE", server.base().toString()))
          .await(List.of(Part.CLICKHOUSE), Duration.ZERO, step -> {});
    }
  }
}
