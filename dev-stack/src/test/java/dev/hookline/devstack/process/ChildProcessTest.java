package dev.hookline.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.MissingPrerequisiteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  @Test
  void outlivesTheThreadThatAskedForIt() throws Exception {
    ChildProcess[] started = new ChildProcess[1];
    Thread asking = new Thread(() -> started[0] = shell("echo up; exec sleep 60"));
    asking.start();
    asking.join(LIMIT.toMillis());
    try (ChildProcess child = started[0]) {
      child.awaitReady("the word up", () -> child.logTail().contains("up"), LIMIT);
      assertThat(child.awaitExit(Duration.ofMillis(300))).isFalse();
      assertThat(child.isAlive()).isTrue();
    }
    assertThat(started[0].isAlive()).isFalse();
  }

  @Test
  void diesWithItsStarterEvenWhenThatIsKilled() throws IOException {
    Path pidFile = folder.resolve("grandchild.pid");
    ChildProcess starter =
        ChildProcess.builder(
                "starter",
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx32m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    StarterMain.class.getName(),
                    folder.toString(),
                    pidFile.toString()))
            .log(folder.resolve("starter.log"))
            .start();
    starter.awaitReady("the grandchild's pid", () -> Files.exists(pidFile), LIMIT);
    long grandchild = Long.parseLong(Files.readString(pidFile));
    assertThat(ProcessStates.runs(grandchild)).isTrue();

    starter.kill();

    await("the end of the grandchild").atMost(LIMIT).until(() -> !ProcessStates.runs(grandchild));
  }

  @Test
  void stopsAndContinues() {
    try (ChildProcess child = shell("echo up; exec sleep 60")) {
      child.awaitReady("the word up", () -> child.logTail().contains("up"), LIMIT);
      child.signal(ChildProcess.Signal.STOP);
      await("state T").atMost(LIMIT).until(() -> ProcessStates.of(child.pid()) == 'T');
      child.signal(ChildProcess.Signal.CONT);
      await("another state").atMost(LIMIT).until(() -> ProcessStates.of(child.pid()) != 'T');
    }
  }

  @Test
  void closesAStoppedProcessThatIgnoresTerm() {
    ChildProcess child = shell("trap '' TERM; echo up; while :; do sleep 1; done");
    child.awaitReady("the word up", () -> child.logTail().contains("up"), LIMIT);
    child.signal(ChildProcess.Signal.STOP);

    child.close(Duration.ofMillis(200));

    assertThat(child.isAlive()).isFalse();
    assertThat(child.exitCode()).isEqualTo(128 + 9);
  }

  @Test
  void aProcessThatEndsBeforeItIsReadyIsAnErrorWithTheLogsTail() {
    try (ChildProcess child = shell("echo the disk is full; exit 3")) {
      assertThatThrownBy(() -> child.awaitReady("an answer", () -> false, LIMIT))
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("exit code 3")
          .hasMessageContaining("the disk is full");
    }
  }

  @Test
  void ofALogThatIsGoneOnWithOnlyTheProcesssOwnLinesAreItsTail() {
    ChildProcess former = shell("echo former");
    former.awaitExit(LIMIT);
    ChildProcess next = shell("echo next");
    next.awaitExit(LIMIT);
    assertThat(next.logTail()).isEqualTo("next");
    assertThat(next.log()).hasContent("former\nnext");
  }

  @Test
  void aProcessThatIsNotReadyInTimeIsAnErrorWithTheLogsTail() {
    try (ChildProcess child = shell("echo still thinking; exec sleep 60")) {
      child.awaitReady("a log", () -> child.logTail().contains("still"), LIMIT);
      assertThatThrownBy(() -> child.awaitReady("an answer", () -> false, Duration.ofMillis(200)))
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("an answer")
          .hasMessageContaining("still thinking");
    }
  }

  @Test
  void aMissingProgramIsNamedInOneLine() {
    assertThatThrownBy(() -> Executables.require("no-such-program", "install it"))
        .isInstanceOf(MissingPrerequisiteException.class)
        .hasMessage("no-such-program is not on the PATH: install it");
    assertThat(Executables.find("sh", folder.toString())).isEmpty();
  }

  private ChildProcess shell(String script) {
    return ChildProcess.builder("child", List.of("/bin/sh", "-c", script))
        .log(folder.resolve("child.log"))
        .start();
  }

  /** Starts a child of its own and waits for a signal. */
  static final class StarterMain {
    private StarterMain() {}

    public static void main(String[] args) throws Exception {
      ChildProcess child =
          ChildProcess.builder("grandchild", List.of("sleep", "120"))
              .log(Path.of(args[0], "grandchild.log"))
              .start();
      Path file = Path.of(args[1]);
      Path draft = file.resolveSibling("draft.pid");
      Files.writeString(draft, Long.toString(child.pid()));
      Files.move(draft, file);
      child.awaitExit(Duration.ofSeconds(110));
    }
  }
}
