package dev.hookline.devstack.debian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.MissingPrerequisiteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebianPackageTest {
  /** Small, and on hardly any machine: of what is installed apt would have nothing to add. */
  private static final DebianPackage HELLO = new DebianPackage("hello", "install hello");

  @TempDir Path cache;

  /** Two updates of apt's lists at once: the second ends with an error. */
  @Test
  void thoseWhoAskAtTheSameTimeGetOneFetch() throws Exception {
    Queue<String> progress = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Path>> unpacked = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        unpacked.add(threads.submit(() -> HELLO.unpacked(cache, progress::add)));
      }
      for (Future<Path> root : unpacked) {
        assertThat(root.get(5, TimeUnit.MINUTES).resolve("usr/bin/hello")).exists();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(progress.stream().filter(line -> line.startsWith("Fetching"))).hasSize(1);
  }

  /** The lists name a file that the mirror has replaced, until they are updated. */
  @Test
  void afterADownloadThatFailsTheListsAreUpdatedAndItIsTriedOnceMore() throws IOException {
    Path apt =
        script(
            """
            case "$1" in
              --simulate) echo "Inst program [1] (2 Debian)" ;;
              update) touch "$(dirname "$0")/updated" ;;
              download)
                if [ ! -e "$(dirname "$0")/updated" ]; then
                  touch half.deb; echo "E: 404 Not Found"; exit 100
                fi
                touch whole.deb ;;
            esac
            """);
    List<String> progress = new ArrayList<>();

    Path root = program().unpacked(cache, progress::add, tools(apt));

    assertThat(root.resolve("whole.deb")).exists();
    assertThat(root.resolve("half.deb")).as("of the first try").doesNotExist();
    assertThat(progress).anyMatch(line -> line.contains("404 Not Found"));
  }

  @Test
  void aDownloadThatFailsTwiceIsOneLineWithTheWayOut() throws IOException {
    Path apt =
        script(
            """
            case "$1" in
              --simulate) echo "Inst program [1] (2 Debian)" ;;
              download) echo "E: 404 Not Found"; exit 100 ;;
            esac
            """);
    assertThatThrownBy(() -> program().unpacked(cache, line -> {}, tools(apt)))
        .isInstanceOf(MissingPrerequisiteException.class)
        .hasMessageContaining("404 Not Found")
        .hasMessageContaining("install program")
        .hasMessageNotContaining("\n");
  }

  private static DebianPackage program() {
    return new DebianPackage("program", "install program");
  }

  /** What is "unpacked" is the package's file itself. */
  private Function<String, Optional<Path>> tools(Path apt) throws IOException {
    Path dpkg = script("cp \"$2\" \"$3\"");
    return tool -> Optional.of(tool.equals("dpkg") ? dpkg : apt);
  }

  private Path script(String body) throws IOException {
    Path file = Files.createTempFile(cache, "tool-", ".sh");
    Files.writeString(file, "#!/bin/sh\n" + body);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
