package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.process.ChildProcess;
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

  @Test
  void rowsOfOneMebibyteAtFullSpeedFitAHeapOf320Megabytes(@TempDir Path folder) {
    EmbeddedClickHouse engine = STACK.clickHouse();
    try (TestServer server = new TestServer(engine)) {
      ExactTable table = ExactTable.create(server, "large_rows");
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx320m",
              "-XX:+UseSerialGC",
              "-XX:+ExitOnOutOfMemoryError",
              "-cp",
              System.getProperty("java.class.path"),
              LargeRowsJob.class.getName(),
              engine.httpUrl(),
              EmbeddedClickHouse.WRITER,
              engine.writerPassword(),
              server.database(),
              table.name(),
              Integer.toString(ROWS),
              folder.resolve("checkpoints").toString());
      try (ChildProcess job =
          ChildProcess.builder("large-rows", command)
              .log(folder.resolve("job.log"))
              .pidFile(folder.resolve("job.pid"))
              .start()) {
        assertThat(job.awaitExit(Duration.ofMinutes(2))).as("the job ends").isTrue();
        assertThat(job.exitCode()).as("%s", job.logTail()).isZero();
      }

      table.holdsExactly(ROWS);
      assertThat(table.number("SELECT min(length(p)) FROM $t")).isEqualTo(1 << 20);
    }
  }
}
