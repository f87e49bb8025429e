package dev.hookline.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.history.Intent.Fate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryLogTest {

  private static final Intent INTENT = intent("acme:github:a");
  private static final Operation FIRST =
      new Operation(
          "acme:github:a", 1, 2, 10, 10_010, Outcome.UNKNOWN, 0, "no answer\nwithin \"10 s\"");
  private static final Operation SECOND =
      new Operation("acme:github:a", 2, 1, 10_300, 10_320, Outcome.OK, 202, "accepted");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("deep/history.jsonl");
  }

  private static Intent intent(String identity) {
    return new Intent(
        identity,
        "acme",
        "github",
        "pull_request",
        "aa",
        "bb",
        1234,
        1_700_000_000_000L,
        Fate.ROW,
        "7",
        Map.of("reviews", 1L, "review_latency_ms", 1L << 40));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    try (HistoryLog log = new HistoryLog(file)) {
      log.intent(INTENT);
      log.operation(FIRST);
      log.fault(Map.of("what", "kill", "pid", 42));
      log.operation(SECOND);
    }
    ReadHistory read = HistoryReader.read(List.of(file));
    assertThat(read.history().intents()).containsExactly(INTENT);
    assertThat(read.history().operations()).containsExactly(FIRST, SECOND);
    assertThat(read.faults()).containsExactly(Map.of("what", "kill", "pid", 42));
    assertThat(read.cutLines()).isZero();
  }

  @Test
  void aLineIsThereBeforeTheWriterIsClosed() throws IOException {
    try (HistoryLog log = new HistoryLog(file)) {
      log.intent(INTENT);
      assertThat(Files.readAllLines(file)).singleElement().asString().contains("acme:github:a");
    }
  }

  @Test
  void linesOfManyThreadsDoNotRunIntoEachOther() {
    try (HistoryLog log = new HistoryLog(file)) {
      IntStream.range(0, 1_000).parallel().forEach(i -> log.intent(intent("acme:github:" + i)));
    }
    assertThat(HistoryReader.read(List.of(file)).history().intents()).hasSize(1_000);
  }

  @Test
  void severalFilesAreOneHistory() {
    Path other = folder.resolve("other.jsonl");
    try (HistoryLog log = new HistoryLog(file);
        HistoryLog second = new HistoryLog(other)) {
      log.intent(INTENT);
      log.operation(SECOND);
      second.intent(intent("acme:github:b"));
    }
    ReadHistory read = HistoryReader.read(List.of(file, other));
    assertThat(read.history().intents()).hasSize(2);
    assertThat(read.history().acknowledged()).containsExactly("acme:github:a");
    assertThatThrownBy(() -> HistoryReader.read(List.of(file, file)))
        .hasMessageContaining("two intents of acme:github:a");
  }

  @Test
  void aLastLineThatIsCutShortIsToleratedAndCounted() throws IOException {
    try (HistoryLog log = new HistoryLog(file)) {
      log.intent(INTENT);
      log.operation(SECOND);
    }
    String whole = Files.readString(file);
    for (int cut = whole.indexOf('\n') + 2; cut < whole.length() - 1; cut++) {
      Files.writeString(file, whole.substring(0, cut));
      ReadHistory read = HistoryReader.read(List.of(file));
      assertThat(read.cutLines()).as("cut after %s of %s", cut, whole.length()).isEqualTo(1);
      assertThat(read.history().intents()).containsExactly(INTENT);
      assertThat(read.history().operations()).isEmpty();
    }
  }

  @Test
  void aBrokenLineElsewhereIsAnErrorThatNamesIt() throws IOException {
    try (HistoryLog log = new HistoryLog(file)) {
      log.intent(INTENT);
    }
    String good = Files.readString(file);
    for (String bad :
        List.of(
            "{\"kind\":\"inte",
            "",
            "[]",
            "{}",
            "{\"kind\":\"guess\"}",
            "{\"kind\":\"operation\",\"identity\":\"acme:github:a\"}",
            good.strip().replace("\"ROW\"", "\"MAYBE\""))) {
      Files.writeString(file, good + bad + "\n" + good);
      assertThatThrownBy(() -> HistoryReader.read(List.of(file)))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("history.jsonl, line 2");
    }
  }

  @Test
  void anOperationWithoutItsIntentIsAnError() throws IOException {
    try (HistoryLog log = new HistoryLog(file)) {
      log.operation(SECOND);
    }
    assertThatThrownBy(() -> HistoryReader.read(List.of(file)))
        .hasMessageContaining("an operation without intent");
  }

  @Test
  void anEarlierHistoryIsNotOverwritten() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "kept", StandardOpenOption.CREATE_NEW);
    assertThatThrownBy(() -> new HistoryLog(file)).isInstanceOf(UncheckedIOException.class);
    assertThat(Files.readString(file)).isEqualTo("kept");
  }

  @Test
  void aFaultCannotPretendToBeAnotherKindOfLine() {
    try (HistoryLog log = new HistoryLog(file)) {
      assertThatThrownBy(() -> log.fault(Map.of("kind", "intent")))
          .hasMessageContaining("must not be called kind");
    }
  }
}
