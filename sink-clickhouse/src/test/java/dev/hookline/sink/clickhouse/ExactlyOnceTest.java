package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.SinkHarness.Checkpoint;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each point at which a task can die between a row and its table: afterwards the table, with and
 * without FINAL, and its materialized view hold each row once. Flink's own operators around the
 * sink and the real engine; the test decides when a barrier passes, a checkpoint completes and a
 * task dies. What befalls the server is in {@link ServerFaultsTest} and {@link ViewFaultsTest}.
 */
class ExactlyOnceTest {
  @RegisterExtension static final ServerAndProxy SERVER = new ServerAndProxy();

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ExactTable table = SERVER.newTable();

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
  void aSavepointRestoredAfterTheWindowWasOverrunIsExactUnderFinalAndInTheView() throws Exception {
    ExactTable small = SERVER.newTable(3);
    Checkpoint savepoint;
    try (SinkHarness sink = SinkHarness.start(small.sink(SERVER.engine().httpUrl()))) {
      sink.write(0, 300);
      savepoint = sink.barrier(1);
      sink.complete(1);
      sink.write(300, 900);
      sink.barrier(2);
      sink.complete(2);
    }
    small.holdsExactly(900);

    SinkHarness.restore(small.sink(SERVER.engine().httpUrl()), savepoint).close();

    assertThat(small.rows()).as("the server has forgotten the tokens").isEqualTo(1200);
    small.holdsExactlyUnderFinal(900);
  }

  @Test
  void anOlderSavepointLosesNothingThoughItsRowsComeInOtherBlocks() throws Exception {
    Checkpoint older;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 300);
      older = sink.barrier(1);
      sink.complete(1);
      sink.write(300, 600);
      sink.barrier(2);
      sink.complete(2);
    }

    try (SinkHarness sink = SinkHarness.restore(sink(), older)) {
      // The same checkpoint id and subtask as before, and other rows behind them.
      sink.write(300, 750);
      sink.barrier(2);
      sink.complete(2);
    }

    assertThat(table.rows()).as("300 of them twice").isEqualTo(1050);
    table.holdsExactlyUnderFinalAndCountsInTheView(750, 1050);
  }

  @Test
  void aStartWithoutStateBesideOldRowsLosesNothing() throws Exception {
    for (int start = 0; start < 2; start++) {
      try (SinkHarness sink = SinkHarness.start(sink())) {
        sink.write(0, 300);
        sink.barrier(1);
        sink.complete(1);
      }
    }

    assertThat(table.rows()).as("all of them twice").isEqualTo(600);
    table.holdsExactlyUnderFinalAndCountsInTheView(300, 600);
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
        Stream.generate(() -> Background.run(() -> SinkHarness.restore(sink(), completed).close()))
            .limit(3)
            .toList();
    for (CompletableFuture<Void> attempt : attempts) {
      attempt.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    table.holdsExactly(2000);
  }

  private ClickHouseSinkBuilder<Long> sink() {
    return table.sink(SERVER.engine().httpUrl());
  }
}
