package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hookline.chaos.stack.SmallDisk;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the real engine refuses an insert of events on a full disk is what the fault looks for. */
class FullDiskWorkerTest {
  private static final int DISK_MIB = 512;

  private final HttpClient job =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  @TempDir private Path temp;

  @Test
  void theRefusalOfAnInsertOfEventsIsSeenAndItIsTakenOnceTheDiskHasRoom() throws Exception {
    Path folder = temp.resolve("disk");
    try (SmallDisk disk = mounted(folder);
        EmbeddedClickHouse server = EmbeddedClickHouse.start(folder, 0);
        FaultyProxy proxy = FaultyProxy.to(URI.create(server.httpUrl()).getPort())) {
      new Migrator(
              MigrationSettings.of(
                  URI.create(server.httpUrl()),
                  EmbeddedClickHouse.WRITER,
                  server.writerPassword(),
                  server.analystPassword()))
          .migrate();
      FullDisk worker =
          FullDisk.of(
              disk,
              new ClickHouseHttp(
                  URI.create(server.httpUrl()),
                  EmbeddedClickHouse.WRITER,
                  server.writerPassword(),
                  MigrationSettings.DEFAULT_DATABASE),
              proxy);

      assertThat(worker.strike()).contains("ClickHouse refuses an insert");
      assertThat(insert(proxy, server.writerPassword())).isEqualTo(500);
      assertThat(worker.beforeHealing()).endsWith("refused for want of room: 1");
      worker.heal();

      assertThat(insert(proxy, server.writerPassword())).isEqualTo(200);
    }
  }

  private static SmallDisk mounted(Path folder) {
    try {
      return SmallDisk.mount(folder, DISK_MIB);
    } catch (IOException e) {
      System.err.println(
          "Skipped: FullDiskWorkerTest: nothing can be mounted here: " + e.getMessage());
      assumeTrue(false, "nothing can be mounted here");
      throw new AssertionError(e);
    }
  }

  /** As the sink's client does: the statement in the address, the rows in the body. */
  private int insert(FaultyProxy proxy, String password) throws IOException, InterruptedException {
    String statement =
        "INSERT INTO hookline.normalized_events (org, source, event_type, event_id, payload_time,"
            + " payload, ingest_block, version) FORMAT TSV";
    String row =
        "acme\tgithub\tpush\t%1$s\t2026-03-02 10:20:30.456\t{}\t%1$s\t1\n"
            .formatted(UUID.randomUUID());
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    proxy.httpUrl()
                        + "/?query="
                        + URLEncoder.encode(statement, StandardCharsets.UTF_8)))
            .header("X-ClickHouse-User", EmbeddedClickHouse.WRITER)
            .header("X-ClickHouse-Key", password)
            .POST(BodyPublishers.ofString(row))
            .build();
    return job.send(request, BodyHandlers.discarding()).statusCode();
  }
}
