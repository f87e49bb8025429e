package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockViews;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.VerifiedBlocks;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.time.Clock;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An experiment, not run with the tests: kills the server under concurrent inserts, sends what had
 * no answer again, and counts how often the server takes a block for a copy that it does not have.
 * Asserts that {@link VerifiedBlocks} brings each of those in. {@code -Dkills=150}, {@code
 * -Dseed=…}.
 */
class KilledServerExperiment {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema NUMBERED = TableSchema.of(Column.of("n", "UInt32"));
  private static final int WRITERS = 6;
  private static final int ROWS = 40;

  private final AtomicLong written = new AtomicLong();

  @Test
  void noBlockIsMissingWhateverTheKilledServerRemembers() throws Exception {
    int kills = Integer.getInteger("kills", 20);
    Random random = new Random(Long.getLong("seed", 1));
    int forgotten = 0;
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      server.run(
          "CREATE TABLE $db.killed (n UInt32, ingest_block UUID) ENGINE = MergeTree ORDER BY n"
              + " SETTINGS non_replicated_deduplication_window = 10000");
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
          forgotten += again(server, target, writer.get(60, TimeUnit.SECONDS)) ? 1 : 0;
        }
      }
      System.out.printf(
          "kills %d, blocks %d, remembered and not there %d%n", kills, written.get(), forgotten);
      assertThat(server.number("SELECT count() FROM $db.killed")).isEqualTo(written.get() * ROWS);
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
        SealedBlock block = block(target);
        if (!(connection.insert(block) instanceof Written)) {
          return block;
        }
        written.incrementAndGet();
        begun.countDown();
      }
    }
  }

  /** Whether the block was answered with success though it was not there. */
  private boolean again(TestServer server, Target target, SealedBlock block) throws Exception {
    try (ServerConnection connection = server.connection(target)) {
      VerifiedBlocks blocks =
          new VerifiedBlocks(connection, BlockViews.NONE, block.sealedAtMillis() + 1);
      boolean forgotten = !(blocks.insert(block) instanceof Written);
      while (forgotten && !(blocks.insert(block) instanceof Written)) {
        // the second look decides; a server that is up gives an answer
      }
      written.incrementAndGet();
      return forgotten;
    }
  }

  private static SealedBlock block(Target target) throws Exception {
    RowEncoder<Integer> encoder =
        new RowEncoder<>(target.schema(), (value, row) -> row.integer("n", value));
    BlockAssembler assembler =
        new BlockAssembler(
            BlockHeader.of(target.schema()),
            BlockLimits.DEFAULT,
            BlockToken.source(),
            Clock.systemUTC());
    for (int i = 0; i < ROWS; i++) {
      RowBuffer row = encoder.encode(i);
      assembler.add("", row.array(), row.size());
    }
    return assembler.sealAll().get(0);
  }
}
