package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.block.TestBlocks;
import dev.hookline.sink.clickhouse.internal.check.ViewsByBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockViews;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.VerifiedBlocks;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An experiment, not run with the tests: kills the server under concurrent inserts, sends what had
 * no answer again, and counts how often the server takes a block for a copy that it does not have,
 * in the table or in its view. Asserts that {@link VerifiedBlocks} brings each of those in. {@code
 * -Dkills=150}, {@code -Dseed=…}.
 */
class KilledServerExperiment {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema NUMBERED = TableSchema.of(Column.of("n", "UInt32"));
  private static final int WRITERS = 6;
  private static final int ROWS = 40;

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong missingInTable = new AtomicLong();
  private final AtomicLong missingInView = new AtomicLong();

  @Test
  void noBlockIsMissingWhateverTheKilledServerRemembers() throws Exception {
    int kills = Integer.getInteger("kills", 20);
    Random random = new Random(Long.getLong("seed", 1));
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      server.run(
          "CREATE TABLE $db.killed (n UInt32, ingest_block UUID, INDEX by_block ingest_block TYPE"
              + " bloom_filter) ENGINE = MergeTree ORDER BY n SETTINGS"
              + " non_replicated_deduplication_window = 10000");
      server.run(
          "CREATE TABLE $db.killed_counts (parity UInt8, c UInt64, ingest_block UUID) ENGINE ="
              + " ReplacingMergeTree ORDER BY (parity, ingest_block) SETTINGS"
              + " non_replicated_deduplication_window = 10000");
      server.run(
          "CREATE MATERIALIZED VIEW $db.killed_view TO $db.killed_counts AS SELECT n % 2 AS parity,"
              + " count() AS c, ingest_block FROM $db.killed GROUP BY parity, ingest_block");
      Target target = server.target("killed", NUMBERED, "");
      for (int kill = 0; kill < kills; kill++) {
        CountDownLatch begun = new CountDownLatch(WRITERS);
        List<Future<SealedBlock>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          writers.add(threads.submit(() -> writeUntilNoAnswer(server, target, begun)));
        }
        assertThat(begun.await(60, TimeUnit.SECONDS)).as("inserts before kill " + kill).isTrue();
        // Any moment of an insert is to be hit, so the time is random and not a condition.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(250)));
        STACK.clickHouse().kill();
        STACK.clickHouse().restart();
        for (Future<SealedBlock> writer : writers) {
          again(server, target, writer.get(60, TimeUnit.SECONDS));
        }
      }
      System.out.printf(
          "kills %d, blocks %d, remembered and not there: %d in the table, %d in the view%n",
          kills, written.get(), missingInTable.get(), missingInView.get());
      assertThat(server.number("SELECT count() FROM $db.killed")).isEqualTo(written.get() * ROWS);
      assertThat(server.number("SELECT sum(c) FROM $db.killed_counts FINAL"))
          .as("rows counted by the view")
          .isEqualTo(written.get() * ROWS);
      assertThat(server.number("SELECT uniqExact(ingest_block) FROM $db.killed"))
          .isEqualTo(written.get());
    } finally {
      threads.shutdownNow();
    }
  }

  private SealedBlock writeUntilNoAnswer(TestServer server, Target target, CountDownLatch begun)
      throws Exception {
    try (ServerConnection connection = server.connection(target)) {
      while (true) {
        SealedBlock block = block();
        if (!(connection.insert(block) instanceof Written)) {
          return block;
        }
        written.incrementAndGet();
        begun.countDown();
      }
    }
  }

  private void again(TestServer server, Target target, SealedBlock block) throws Exception {
    try (ServerConnection connection = server.connection(target)) {
      BlockViews views = new ViewsByBlock(connection, target);
      VerifiedBlocks blocks =
          new VerifiedBlocks(
              connection,
              (seen, rows) -> {
                if (server.number(
                        "SELECT count() FROM $db.killed_counts WHERE ingest_block = '"
                            + seen.token()
                            + "'")
                    == 0) {
                  missingInView.incrementAndGet();
                }
                views.complete(seen, rows);
              },
              block.sealedAtMillis() + 1);
      boolean there = blocks.insert(block) instanceof Written;
      if (!there) {
        missingInTable.incrementAndGet();
      }
      while (!there) {
        // the second look decides; a server that is up gives an answer
        there = blocks.insert(block) instanceof Written;
      }
      written.incrementAndGet();
    }
  }

  private static SealedBlock block() {
    return TestBlocks.of(
        NUMBERED,
        IntStream.range(0, ROWS).boxed().toList(),
        (value, row) -> row.integer("n", value));
  }
}
