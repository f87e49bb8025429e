package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.RequestHold;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is not committed yet lies in memory, so it must be bounded whatever the stream brings. */
class SmallHeapTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final int ROWS = 150;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Beyond it the sink's client would give the request up. */
  private static final Duration UNANSWERED = Duration.ofSeconds(15);

  @Test
  void rowsOfOneMebibyteAtFullSpeedFitAHeapOf320Megabytes(@TempDir Path folder) {
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      ExactTable table = ExactTable.create(server, "large_rows");
      try (ChildProcess job = start(STACK.clickHouse().httpUrl(), table, folder)) {
        awaitEnd(job);
      }
      holdsLargeRows(table);
    }
  }

  /** Rows of the next checkpoint are taken meanwhile, beside the blocks that are on their way. */
  @Test
  void theyDoSoWhenTheServerLeavesACommitWithoutAnAnswerForAWhile(@TempDir Path folder) {
    try (TestServer server = new TestServer(STACK.clickHouse());
        FaultyProxy proxy = FaultyProxy.to(STACK.clickHouse().port())) {
      ExactTable table = ExactTable.create(server, "large_rows_stuck");
      RequestHold inserts = proxy.hold("insert_deduplication_token");
      try (ChildProcess job = start(proxy.httpUrl(), table, folder)) {
        await("a commit of each subtask").atMost(LIMIT).until(() -> inserts.held() >= 2);
        long since = System.nanoTime();
        await("a while without an answer")
            .atMost(LIMIT)
            .until(() -> System.nanoTime() - since > UNANSWERED.toNanos());
        assertThat(job.isAlive()).as("%s", job.logTail()).isTrue();
        inserts.release();
        awaitEnd(job);
      }
      holdsLargeRows(table);
    }
  }

  private static ChildProcess start(String url, ExactTable table, Path folder) {
    EmbeddedClickHouse engine = STACK.clickHouse();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx320m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            LargeRowsJob.class.getName(),
            url,
            EmbeddedClickHouse.WRITER,
            engine.writerPassword(),
            table.database(),
            table.name(),
            Integer.toString(ROWS),
            folder.resolve("checkpoints").toString());
    return ChildProcess.builder("large-rows", command)
        .log(folder.resolve("job.log"))
        .pidFile(folder.resolve("job.pid"))
        .start();
  }

  private static void awaitEnd(ChildProcess job) {
    assertThat(job.awaitExit(LIMIT)).as("the job ends").isTrue();
    assertThat(job.exitCode()).as("%s", job.logTail()).isZero();
  }

  private static void holdsLargeRows(ExactTable table) {
    table.holdsExactly(ROWS);
    assertThat(table.number("SELECT min(length(p)) FROM $t")).isEqualTo(1 << 20);
  }
}
