package dev.hookline.chaos.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that somebody else fills to its last byte while blocks are written. The engine asks for 1
 * MiB before a block, and takes what it could not write for written.
 */
class FullDiskTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int DISK_MIB = 512;

  /** A little more than the engine asks for. */
  private static final int LEFT = (1 << 20) + (200 << 10);

  private static final int BLOCKS = 150;

  @TempDir private Path temp;
  private Path folder;
  private SmallDisk disk;
  private EmbeddedClickHouse server;
  private ClickHouseHttp writer;

  @BeforeEach
  void start() {
    folder = temp.resolve("disk");
    try {
      disk = SmallDisk.mount(folder, DISK_MIB);
    } catch (IOException e) {
      System.err.println("Skipped: FullDiskTest: nothing can be mounted here: " + e.getMessage());
      assumeTrue(false, "nothing can be mounted here");
    }
    server = EmbeddedClickHouse.start(folder, 0);
    new Migrator(
            MigrationSettings.of(
                URI.create(server.httpUrl()),
                EmbeddedClickHouse.WRITER,
                server.writerPassword(),
                server.analystPassword()))
        .migrate();
    writer =
        new ClickHouseHttp(
            URI.create(server.httpUrl()),
            EmbeddedClickHouse.WRITER,
            server.writerPassword(),
            MigrationSettings.DEFAULT_DATABASE);
    writer.text("SYSTEM STOP MERGES", "TSV"); // they would lose rows that are there
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void noBlockIsTakenWithoutRoomAndNoneThatWasTakenIsLostByARestart() throws Exception {
    List<UUID> taken = new ArrayList<>();
    List<UUID> refused = new ArrayList<>();
    Path base = folder.resolve("others");
    take(base, disk.free() - LEFT);
    AtomicBoolean stop = new AtomicBoolean();
    Thread other = new Thread(() -> takeAndGiveBack(stop), "others");
    other.start();
    try {
      for (int i = 0; i < BLOCKS; i++) {
        UUID block = UUID.randomUUID();
        (insert(block) ? taken : refused).add(block);
      }
    } finally {
      stop.set(true);
      other.join();
      Files.delete(base);
    }
    assertThat(taken).as("blocks that were taken without room").isEmpty();

    for (UUID block : refused) {
      await("the block to be taken").atMost(LIMIT).until(() -> insert(block));
    }
    server.restart();
    assertThat(count("normalized_events FINAL")).isEqualTo(BLOCKS);
    assertThat(count("(SELECT DISTINCT ingest_block FROM normalized_events)")).isEqualTo(BLOCKS);
  }

  private boolean insert(UUID block) {
    try {
      writer.text(
          ("INSERT INTO normalized_events (org, source, event_type, event_id, payload_time, payload,"
                  + " ingest_block, version) SETTINGS insert_deduplication_token = '%1$s' VALUES"
                  + " ('acme', 'github', 'push', '%1$s', '2026-03-02 10:20:30.456', '{}', '%1$s', 1)")
              .formatted(block),
          "TSV");
      return true;
    } catch (CliFailure e) {
      assertThat(e).hasMessageContaining("NOT_ENOUGH_SPACE");
      return false;
    }
  }

  private long count(String from) {
    return Long.parseLong(writer.text("SELECT count() FROM " + from, "TSV").strip());
  }

  /** What is left, again and again, so that it is gone in the midst of some block. */
  private void takeAndGiveBack(AtomicBoolean stop) {
    Path file = folder.resolve("and-others");
    try {
      while (!stop.get()) {
        take(file, 2L * LEFT);
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void take(Path file, long bytes) throws IOException {
    byte[] piece = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long taken = 0; taken < bytes; taken += piece.length) {
        out.write(piece, 0, (int) Math.min(piece.length, bytes - taken));
      }
    } catch (IOException full) {
      // it is all that there was
    }
  }
}
