package dev.hookline.devstack.clickhouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.clickhouse.ChdbLibrary;
import dev.hookline.devstack.process.ChildProcess;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The JVM finds null pointers and full stacks by signals. The engine installs handlers of its own
 * for the same signals at its first connection; were they left there, the JVM would hang at either.
 * It is tried in a process of its own, since a failure takes the process away.
 */
class SignalHandlersTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void theJvmSurvivesNullPointersAndFullStacksBesideTheEngine() throws Exception {
    Path folder = Path.of("target", "clickhouse-tests", "signals-" + System.nanoTime());
    Files.createDirectories(folder);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:-OmitStackTraceInFastThrow",
            "-cp",
            System.getProperty("java.class.path"),
            Trouble.class.getName(),
            ChdbLibrary.fetch().toString(),
            folder.toAbsolutePath().resolve("data").toString());
    try (ChildProcess process =
        ChildProcess.builder("signals", command).log(folder.resolve("signals.log")).start()) {
      assertThat(process.awaitExit(LIMIT)).as("ended, log: %s", process.logTail()).isTrue();
      assertThat(process.exitCode()).as(process.logTail()).isZero();
      assertThat(process.logTail()).contains("null pointers: 20000, full stacks: 3, answer: 1");
    }
  }

  /** Runs queries with null pointers and stack overflows between them, in compiled code too. */
  static final class Trouble {
    private static final int NULL_POINTERS = 20_000;

    private Trouble() {}

    public static void main(String[] arguments) throws Exception {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      String answer;
      int nulls = 0;
      int overflows = 0;
      try (Engine engine = Engine.open(Path.of(arguments[0]), Path.of(arguments[1]))) {
        for (int i = 0; i < NULL_POINTERS; i++) {
          nulls += caughtNullPointer(i % 2 == 0 ? null : new int[0][]);
        }
        for (int i = 0; i < 3; i++) {
          overflows += caughtFullStack();
        }
        try (EngineSession session = engine.connect()) {
          answer = session.run("SELECT 1", "TabSeparated").text().strip();
        }
      }
      out.println(
          "null pointers: " + nulls + ", full stacks: " + overflows + ", answer: " + answer);
    }

    /** The length of null: compiled, this is a load that faults. */
    private static int caughtNullPointer(int[][] rows) {
      int[][] used = rows;
      try {
        if (used == null || used.length == 0) {
          used = null;
        }
        return used.length;
      } catch (NullPointerException e) {
        return 1;
      }
    }

    private static int caughtFullStack() {
      try {
        return depth(1);
      } catch (StackOverflowError e) {
        return 1;
      }
    }

    private static int depth(int n) {
      return n < 0 ? 0 : depth(n + 1) + 1;
    }
  }
}
