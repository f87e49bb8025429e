package dev.hookline.devstack.npm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpmPackageTest {
  @TempDir Path cache;

  @Test
  void fetchesOnceAndKeepsOnlyACompleteFolder() throws IOException {
    List<String> progress = new ArrayList<>();
    NpmPackage examples = NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES;

    Path folder = examples.fetch(cache, progress::add);

    assertThat(folder.resolve("api.github.com/index.json")).isNotEmptyFile();
    assertThat(progress).isNotEmpty();
    progress.clear();
    assertThat(examples.fetch(cache, progress::add)).isEqualTo(folder);
    assertThat(progress).as("what the second fetch did").isEmpty();
    assertThat(visibleEntries()).containsExactly(folder.getFileName().toString());
  }

  @Test
  void thoseWhoAskAtTheSameTimeGetOneFetch() throws Exception {
    NpmPackage examples = NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES;
    Queue<String> progress = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Path>> fetched = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        fetched.add(threads.submit(() -> examples.fetch(cache, progress::add)));
      }
      for (Future<Path> folder : fetched) {
        assertThat(folder.get(5, TimeUnit.MINUTES)).isDirectory();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(progress.stream().filter(line -> line.startsWith("Fetching"))).hasSize(1);
  }

  @Test
  void refusesATarballWithAnotherChecksumAndLeavesNothing() throws IOException {
    NpmPackage changed =
        new NpmPackage(
            "@octokit/webhooks-examples", "7.6.1", NpmPackage.CHDB_LINUX_X64.integrity());

    assertThatThrownBy(() -> changed.fetch(cache, line -> {}))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("@octokit/webhooks-examples@7.6.1")
        .hasMessageContaining("not the pinned one");

    assertThat(visibleEntries()).isEmpty();
  }

  @Test
  void aRegistryThatFailsOnceIsAskedOnceMoreAndThatIsSaid() throws IOException {
    Path npm = client("[ -e tried ] && exec npm \"$@\"\ntouch tried\nexit 1\n");
    List<String> progress = new ArrayList<>();

    Path folder = NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch(cache, npm, progress::add);

    assertThat(folder.resolve("api.github.com/index.json")).isNotEmptyFile();
    assertThat(progress).anyMatch(line -> line.endsWith("once more ..."));
  }

  @Test
  void aRegistryThatFailsTwiceIsAnErrorAndLeavesNothing() throws IOException {
    Path npm = client("echo no route to the registry\nexit 1\n");

    assertThatThrownBy(() -> NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch(cache, npm, line -> {}))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("exit code 1")
        .hasMessageContaining("no route to the registry");

    assertThat(visibleEntries()).isEmpty();
  }

  private Path client(String body) throws IOException {
    Path file = cache.resolve("client.sh");
    Files.writeString(file, "#!/bin/sh\n" + body);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  @Test
  void refusesAChecksumOfAnotherKind() {
    assertThatThrownBy(() -> new NpmPackage("a", "1.0.0", "sha1-AAAA"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sha512");
  }

  private List<String> visibleEntries() throws IOException {
    try (Stream<Path> entries = Files.list(cache.resolve("npm"))) {
      return entries
          .map(e -> e.getFileName().toString())
          .filter(n -> !n.endsWith(".lock"))
          .toList();
    }
  }
}
