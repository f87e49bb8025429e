package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds when the process is killed, frozen, or started twice. */
class CrashTest {
  private static final int ROWS_PER_BLOCK = 500;
  private static final int WRITERS = 3;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private EmbeddedClickHouse server;
  private RawHttp writer;

  @BeforeEach
  void start() {
    server = EmbeddedClickHouse.start(RunningClickHouse.newFolder("crash"), 0);
    RawHttp client =
        new RawHttp(server.httpUrl(), EmbeddedClickHouse.WRITER, server.writerPassword());
    client.ok("CREATE DATABASE crash");
    writer = client.in("crash");
    writer.ok(
        "CREATE TABLE blocks (block UInt32, row UInt32) ENGINE = MergeTree ORDER BY (block, row) "
            + "SETTINGS non_replicated_deduplication_window = 10000");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /**
   * Three writers insert blocks, each with its token; the process is killed in the middle, started
   * again, and every block that was begun is sent again. Acknowledged blocks are there right after
   * the restart. The server writes a token down before the rows' part gets its name, so a kill in
   * between leaves a token without rows, and that block's retry is dropped with success: rows are
   * there once or, of blocks in flight only, not at all, and another token brings those.
   */
  @Test
  void keepsAcknowledgedBlocksAndDoublesNoneAfterAKill() throws Exception {
    Set<Integer> begun = new ConcurrentSkipListSet<>();
    Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    AtomicBoolean on = new AtomicBoolean(true);
    AtomicInteger next = new AtomicInteger();
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    for (int i = 0; i < WRITERS; i++) {
      writers.execute(
          () -> {
            while (on.get()) {
              int block = next.incrementAndGet();
              begun.add(block);
              if (!insert(block)) {
                return;
              }
              acknowledged.add(block);
            }
          });
    }
    await("100 acknowledged blocks").atMost(LIMIT).until(() -> acknowledged.size() >= 100);
    server.kill();
    on.set(false);
    writers.shutdown();
    assertThat(writers.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(begun.size()).as("blocks in flight at the kill").isGreaterThan(acknowledged.size());

    server.restart();

    assertThat(blocksThere()).containsAll(acknowledged);
    for (int block : begun) {
      assertThat(insert(block)).as("retry of block " + block).isTrue();
    }
    Set<Integer> missing = new TreeSet<>(begun);
    missing.removeAll(blocksThere());
    assertThat(missing).as("tokens without rows").doesNotContainAnyElementsOf(acknowledged);
    for (int block : missing) {
      assertThat(insert(block, "again-" + block)).as("block " + block + " anew").isTrue();
    }
    assertThat(writer.ok("SELECT count(), uniqExact(block, row) FROM blocks"))
        .isEqualTo(begun.size() * ROWS_PER_BLOCK + "\t" + begun.size() * ROWS_PER_BLOCK);
  }

  @Test
  void keepsItsEndpointAndNewProcessOverARestart() {
    long before = server.pid();
    String endpoint = server.endpoint();

    server.restart();

    assertThat(server.pid()).isNotEqualTo(before);
    assertThat(server.isAlive()).isTrue();
    assertThat(server.endpoint()).isEqualTo(endpoint);
    assertThat(writer.ok("SELECT count() FROM blocks")).isEqualTo("0");
  }

  @Test
  void answersNothingWhilePausedAndGoesOnAfterwards() {
    server.pause();
    assertThat(server.isAlive()).isTrue();
    assertThatThrownBy(
            () ->
                RawHttp.send(
                    writer
                        .request()
                        .timeout(Duration.ofMillis(500))
                        .POST(BodyPublishers.ofString("SELECT 1"))
                        .build()))
        .isInstanceOf(UncheckedIOException.class);

    server.resume();

    assertThat(writer.ok("SELECT 1")).isEqualTo("1");
  }

  @Test
  void closesAPausedProcess() {
    server.pause();
    server.close();
    assertThat(server.isAlive()).isFalse();
  }

  @Test
  void refusesASecondProcessOnTheSameData() {
    Path folder = server.log().getParent();
    assertThatThrownBy(() -> EmbeddedClickHouse.start(folder, 0))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("is another process using it?");
    assertThat(writer.ok("SELECT 1")).as("the first goes on").isEqualTo("1");
  }

  @Test
  void namesAPortThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThatThrownBy(
              () ->
                  EmbeddedClickHouse.start(
                      RunningClickHouse.newFolder("taken"), taken.getLocalPort()))
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("port " + taken.getLocalPort() + " on 127.0.0.1");
    }
  }

  @Test
  void namesThePlatformItDoesNotRunOn() {
    assertThatThrownBy(() -> ChdbLibrary.requirePlatform("Mac OS X", "aarch64"))
        .hasMessageContaining("linux-x64 only")
        .hasMessageContaining("docker compose up")
        .hasMessageNotContaining("\n");
  }

  private Set<Integer> blocksThere() {
    return writer
        .ok("SELECT DISTINCT block FROM blocks")
        .lines()
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  /** False when the outcome is unknown. */
  private boolean insert(int block) {
    return insert(block, "block-" + block);
  }

  private boolean insert(int block, String token) {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < ROWS_PER_BLOCK; row++) {
      rows.append(block).append('\t').append(row).append('\n');
    }
    try {
      HttpResponse<byte[]> response =
          writer.post(
              rows.toString(),
              "query",
              "INSERT INTO blocks FORMAT TSV",
              "insert_deduplication_token",
              token);
      return response.statusCode() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
