package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.OneTimeFault;
import dev.hookline.sink.clickhouse.SinkHarness.Checkpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each point at which something can die between a row and its table: afterwards the table, with and
 * without FINAL, and its materialized view hold each row once. Flink's own operators around the
 * sink, the real engine behind a proxy; the test decides when a barrier passes, a checkpoint
 * completes and a task dies.
 */
class ExactlyOnceTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** What the proxy looks for in the head of a request that brings a block. */
  private static final String INSERT = "INSERT";

  private static final AtomicInteger TABLES = new AtomicInteger();

  private static TestServer server;
  private static FaultyProxy proxy;

  private final ExactTable table = ExactTable.create(server, "t" + TABLES.incrementAndGet());

  @BeforeAll
  static void open() {
    server = new TestServer(STACK.clickHouse());
    proxy = FaultyProxy.to(STACK.clickHouse().port());
  }

  @AfterAll
  static void close() {
    proxy.close();
    server.close();
  }

  @AfterEach
  void healthy() {
    proxy.pass();
  }

  @Test
  void nothingIsSentBeforeTheCheckpointHasCompleted() throws Exception {
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 1000);
      assertThat(table.rows()).as("full blocks wait too").isZero();
      sink.barrier(1);
      assertThat(table.rows()).as("after the barrier").isZero();

      sink.complete(1);
    }
    table.holdsExactly(1000);
  }

  @Test
  void aCommittedBlockThatIsCommittedAgainAfterARestoreIsThereOnce() throws Exception {
    Checkpoint checkpoint;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 700);
      checkpoint = sink.barrier(1);
      sink.complete(1);
    }
    table.holdsExactly(700);

    for (int again = 0; again < 3; again++) {
      SinkHarness.restore(sink(), checkpoint).close();
      table.holdsExactly(700);
    }
    try (SinkHarness sink = SinkHarness.restore(sink(), checkpoint)) {
      sink.write(700, 900);
      sink.barrier(2);
      sink.complete(2);
    }
    table.holdsExactly(900);
  }

  @Test
  void aDeathBeforeTheCheckpointCompletesRebuildsTheBlocksUnderNewTokens() throws Exception {
    Checkpoint completed;
    List<String> lost;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 300);
      completed = sink.barrier(1);
      sink.complete(1);
      sink.write(300, 500);
      sink.barrier(2);
      lost = sink.tokens().subList(3, sink.tokens().size());
    }

    try (SinkHarness sink = SinkHarness.restore(sink(), completed)) {
      // The source goes back to the completed checkpoint; the rows behind it differ a little.
      sink.write(300, 600);
      sink.barrier(2);
      assertThat(sink.tokens()).doesNotContainAnyElementsOf(lost);
      sink.complete(2);
    }

    table.holdsExactly(600);
    assertThat(table.tokensInOrder()).doesNotContainAnyElementsOf(lost);
  }

  @Test
  void aDeathAfterCompletionAndBeforeTheCommitLosesNothing() throws Exception {
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 300);
      completed = sink.barrier(1);
    }
    assertThat(table.rows()).isZero();

    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(300);
  }

  @Test
  void anAbortedCheckpointsBlocksAreCommittedInOrderByTheNextThatCompletes() throws Exception {
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 330);
      sink.barrier(1);
      sink.write(330, 660);
      sink.barrier(2);
      sink.write(660, 900);
      sink.barrier(3);

      sink.complete(3);

      table.holdsExactly(900);
      assertThat(table.tokensInOrder()).isEqualTo(sink.tokens());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 17, 60})
  void stateWithAnyNumberOfBlocksIsRestored(int blocks) throws Exception {
    Checkpoint completed;
    long rows = blocks * 3L;
    try (SinkHarness sink = SinkHarness.start(sink().maxBlockRows(3))) {
      // Rows of one month in a row, so that each three of them fill a block.
      for (long month = 0; month < ExactTable.MONTHS; month++) {
        for (long n = month; n < rows; n += ExactTable.MONTHS) {
          sink.write(n, n + 1);
        }
      }
      completed = sink.barrier(1);
      assertThat(sink.handedOver()).hasSizeGreaterThanOrEqualTo(blocks);
    }

    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(rows);
  }

  @Test
  void anAnswerThatIsLostAfterTheServerHasTheBlockDoublesNothing() throws Exception {
    OneTimeFault fault = proxy.swallowAnswer(INSERT);

    commit(400);

    assertThat(fault.bit()).isTrue();
    table.holdsExactly(400);
  }

  @Test
  void aCutInTheMiddleOfTheBodyLeavesNothingHalf() throws Exception {
    OneTimeFault fault = proxy.cutBodyAfter(INSERT, 5000);

    commit(400);

    assertThat(fault.bit()).isTrue();
    table.holdsExactly(400);
  }

  @Test
  void aViewThatThrowsFailsTheJobAndIsFilledOnceItIsMended(@TempDir Path refused) throws Exception {
    table.breakView();
    Checkpoint completed;
    String token;
    try (SinkHarness sink = SinkHarness.start(sink().refusedBlocksFolder(refused.toString()))) {
      sink.write(0, 400);
      completed = sink.barrier(1);
      token = sink.tokens().get(0);
      byte[] sealed = sink.handedOver().get(0).frame();

      assertThatThrownBy(() -> sink.complete(1))
          .isInstanceOf(BlockNotWrittenException.class)
          .hasMessageContaining(token)
          .hasMessageContaining("the view is broken")
          .hasMessageContaining(table.name() + "_mv")
          .hasMessageContaining("the block is kept as");
      Path kept = refused.resolve(server.database() + "." + table.name());
      assertThat(kept.resolve(token + ".rowbinary.lz4")).hasBinaryContent(sealed);
      assertThat(kept.resolve(token + ".txt")).content().contains("lz4 -dc", "rows: 100");
      try (Stream<Path> files = Files.list(kept)) {
        assertThat(files).as("the other blocks were not tried").hasSize(2);
      }
    }
    assertThat(table.rows()).as("the base was written before the view threw").isEqualTo(100);

    table.mendView();
    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(400);
  }

  @Test
  void aRefusedBlockSaysHowToHaveItKept() throws Exception {
    table.breakView();
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 1);
      sink.barrier(1);

      assertThatThrownBy(() -> sink.complete(1))
          .isInstanceOf(BlockNotWrittenException.class)
          .hasMessageContaining("refusedBlocksFolder()");
    }
  }

  @Test
  void aCommitThatAPausedServerFinishesAfterItsTimeoutDoublesNothing() throws Exception {
    EmbeddedClickHouse engine = STACK.clickHouse();
    try (SinkHarness sink = SinkHarness.start(sink().socketTimeout(Duration.ofMillis(300)))) {
      sink.write(0, 400);
      sink.barrier(1);
      // Opens the connection and looks at the table, so that the pause hits an insert.
      sink.complete(1);
      sink.write(400, 800);
      sink.barrier(2);
      engine.pause();
      CompletableFuture<Void> commit;
      try {
        long before = proxy.connectionsMade();
        commit = completing(sink, 2);
        // Each attempt that timed out has left its bytes on the way to the paused process.
        await("attempts that were given up")
            .atMost(LIMIT)
            .until(() -> proxy.connectionsMade() >= before + 2);
      } finally {
        engine.resume();
      }
      commit.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    table.holdsExactly(800);
  }

  @Test
  void aServerThatIsKilledInACommitAndComesBackHasEachBlockOnce() throws Exception {
    EmbeddedClickHouse engine = STACK.clickHouse();
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 400);
      sink.barrier(1);
      sink.complete(1);
      sink.write(400, 800);
      sink.barrier(2);
      engine.kill();
      long before = proxy.connectionsMade();
      CompletableFuture<Void> commit = completing(sink, 2);
      await("attempts at a dead server")
          .atMost(LIMIT)
          .until(() -> proxy.connectionsMade() >= before + 2);

      engine.restart();

      commit.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    table.holdsExactly(800);
  }

  @Test
  void aServerThatRefusesForAWhileIsWaitedFor() throws Exception {
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 400);
      sink.barrier(1);
      proxy.cut();
      long before = proxy.connectionsMade();
      CompletableFuture<Void> commit = completing(sink, 1);
      await("refused attempts").atMost(LIMIT).until(() -> proxy.connectionsMade() >= before + 4);
      assertThat(commit).isNotDone();

      proxy.pass();

      commit.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    table.holdsExactly(400);
  }

  @Test
  void aSpentBudgetFailsTheTaskAndTheBlocksStayInTheCheckpoint() throws Exception {
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink().retryBudget(Duration.ofMillis(300)))) {
      sink.write(0, 200);
      sink.barrier(1);
      sink.complete(1);
      sink.write(200, 400);
      completed = sink.barrier(2);
      proxy.cut();

      assertThatThrownBy(() -> sink.complete(2))
          .isInstanceOf(BlockNotWrittenException.class)
          .hasMessageContaining("retryBudget of 300 ms");
    }

    proxy.pass();
    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(400);
  }

  @Test
  void aSavepointRestoredAfterTheWindowWasOverrunIsExactUnderFinalAndInTheView() throws Exception {
    ExactTable small = ExactTable.create(server, table.name() + "_small", 3);
    Checkpoint savepoint;
    try (SinkHarness sink = SinkHarness.start(small.sink(proxy.httpUrl()))) {
      sink.write(0, 300);
      savepoint = sink.barrier(1);
      sink.complete(1);
      sink.write(300, 900);
      sink.barrier(2);
      sink.complete(2);
    }
    small.holdsExactly(900);

    SinkHarness.restore(small.sink(proxy.httpUrl()), savepoint).close();

    assertThat(small.rows()).as("the server has forgotten the tokens").isEqualTo(1200);
    small.holdsExactlyUnderFinal(900);
  }

  @Test
  void twoAttemptsThatCommitTheSameBlocksAtOnceDoubleNothing() throws Exception {
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 2000);
      completed = sink.barrier(1);
    }
    // As by two JobManagers, or by a task that was given up and still runs.
    List<CompletableFuture<Void>> attempts =
        Stream.generate(() -> inBackground(() -> SinkHarness.restore(sink(), completed).close()))
            .limit(3)
            .toList();
    for (CompletableFuture<Void> attempt : attempts) {
      attempt.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    table.holdsExactly(2000);
  }

  /**
   * The server knows a block in a view's target by the view's query as well. So a block that comes
   * again after the query was changed is written there again; keyed by its block it counts once.
   */
  @Test
  void aBlockThatIsSentAgainAfterItsViewWasAlteredCountsOnceUnderFinal() throws Exception {
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 300);
      completed = sink.barrier(1);
      sink.complete(1);
    }
    table.run(
        "ALTER TABLE $t_mv MODIFY QUERY SELECT intDiv(n, 100) AS bucket, count() AS rows, sum(v) +"
            + " sum(v < 0) AS total, ingest_block FROM $t GROUP BY bucket, ingest_block");

    SinkHarness.restore(sink(), completed).close();

    assertThat(table.rows()).isEqualTo(300);
    table.holdsExactlyUnderFinal(300);
  }

  private void commit(long rows) throws Exception {
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, rows);
      sink.barrier(1);
      sink.complete(1);
    }
  }

  private ClickHouseSinkBuilder<Long> sink() {
    return table.sink(proxy.httpUrl());
  }

  private static CompletableFuture<Void> completing(SinkHarness sink, long id) {
    return inBackground(() -> sink.complete(id));
  }

  private interface Work {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> inBackground(Work work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            },
            "commit");
    thread.setDaemon(true);
    thread.start();
    return done;
  }
}
