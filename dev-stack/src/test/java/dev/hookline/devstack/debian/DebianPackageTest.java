package dev.hookline.devstack.debian;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebianPackageTest {
  private static final DebianPackage REDIS =
      new DebianPackage("redis-server", "install Redis 7 so that redis-server is on the PATH");

  @TempDir Path cache;

  /** Two updates of apt's lists at once: the second ends with an error. */
  @Test
  void thoseWhoAskAtTheSameTimeGetOneFetch() throws Exception {
    Queue<String> progress = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Path>> unpacked = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        unpacked.add(threads.submit(() -> REDIS.unpacked(cache, progress::add)));
      }
      for (Future<Path> root : unpacked) {
        assertThat(root.get(5, TimeUnit.MINUTES).resolve("usr/bin/redis-server")).exists();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(progress.stream().filter(line -> line.startsWith("Fetching"))).hasSize(1);
  }
}
