package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {

  private static String last(Path file, int lines) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new LogTail(file).last(lines, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Property(tries = 60)
  void theLastLinesAreTheLastLinesWhateverTheirLengthAndTheFilesEnd(
      @ForAll @IntRange(max = 40) int count,
      @ForAll @IntRange(max = 9_000) int width,
      @ForAll @IntRange(max = 45) int wanted,
      @ForAll boolean ended)
      throws IOException {
    Path file = Files.createTempFile("tail", ".log");
    try {
      String text =
          IntStream.range(0, count)
              .mapToObj(i -> i + "x".repeat(width))
              .collect(Collectors.joining("\n"));
      Files.writeString(file, text + (ended && count > 0 ? "\n" : ""));
      assertThat(last(file, wanted).lines())
          .isEqualTo(text.lines().skip(Math.max(0, count - wanted)).toList());
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void whatIsAddedIsPrintedAndAFileThatWasBegunAnewIsReadFromItsStart(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("a.log"), "before\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogTail tail = new LogTail(file);
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    tail.last(0, printed);
    Thread follower =
        new Thread(
            () -> {
              try {
                tail.follow(printed);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    follower.start();
    try {
      Files.writeString(file, "added\n", StandardOpenOption.APPEND);
      awaitText(out, "added\n");
      Files.writeString(file, "new\n", StandardOpenOption.TRUNCATE_EXISTING);
      awaitText(out, "added\nnew\n");
    } finally {
      follower.interrupt();
      follower.join(Duration.ofSeconds(10).toMillis());
    }
    assertThat(follower.isAlive()).isFalse();
  }

  private static void awaitText(ByteArrayOutputStream out, String text) {
    await("the followed text")
        .atMost(Duration.ofSeconds(20))
        .until(() -> out.toString(StandardCharsets.UTF_8), text::equals);
  }
}
