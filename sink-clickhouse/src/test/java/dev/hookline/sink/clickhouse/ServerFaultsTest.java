package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.OneTimeFault;
import dev.hookline.sink.clickhouse.SinkHarness.Checkpoint;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the server or the network does to a commit: afterwards the table, with and without FINAL,
 * and its materialized view hold each row once. The real engine behind a proxy.
 */
class ServerFaultsTest {
  @RegisterExtension static final ServerAndProxy SERVER = new ServerAndProxy();

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** What the proxy looks for in the head of a request that brings a block. */
  private static final String INSERT = "INSERT";

  private final FaultyProxy proxy = SERVER.proxy();
  private final ExactTable table = SERVER.newTable();

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
  void aCommitThatAPausedServerFinishesAfterItsTimeoutDoublesNothing() throws Exception {
    EmbeddedClickHouse engine = SERVER.engine();
    try (SinkHarness sink = SinkHarness.start(sink().socketTimeout(Duration.ofSeconds(1)))) {
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
    EmbeddedClickHouse engine = SERVER.engine();
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
  void aServerThatRefusesForManyAttemptsIsWaitedFor() throws Exception {
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 400);
      sink.barrier(1);
      sink.complete(1);
      sink.write(400, 800);
      sink.barrier(2);
      proxy.cut();
      long before = proxy.connectionsMade();
      CompletableFuture<Void> commit = completing(sink, 2);
      await("attempts whose back-off has come to its longest")
          .atMost(LIMIT)
          .until(() -> proxy.connectionsMade() >= before + 7);
      assertThat(commit).isNotDone();
      assertThat(table.rows()).isEqualTo(400);

      proxy.pass();

      commit.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    table.holdsExactly(800);
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
    return Background.run(() -> sink.complete(id));
  }
}
