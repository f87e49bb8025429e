package dev.hookline.sink.clickhouse.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.FakePause;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.RefusedBlocks;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.StubServer;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the committer makes of answers that a sound server cannot be made to give. */
class BlockCommitterTest {
  private static final Supplier<BlockToken> TOKENS = BlockToken.source();
  private static final Target TARGET =
      new Target("db", "t", TableSchema.of(Column.of("n", "UInt8")), "");

  private final StubServer server = new StubServer();
  private final ServerConnection connection =
      new ServerConnection(
          new Connection(
              URI.create(server.endpoint()),
              "user",
              new Secret(""),
              Duration.ofSeconds(1),
              Duration.ofSeconds(20),
              Duration.ofSeconds(30),
              Map.of()),
          TARGET);
  private final Uncommitted uncommitted =
      Uncommitted.ofCommitter(new Uncommitted.Key(UUID.randomUUID(), new JobID(), 0, 1, 0));
  private final List<FailureKind> failures = new ArrayList<>();
  private int sentAgain;

  @AfterEach
  void close() {
    uncommitted.release();
    connection.close();
    server.close();
  }

  @Test
  void tooManyPartsIsWaitedForAndTheSameBytesGoUnderTheSameToken() throws Exception {
    server.then(StubServer.failure(500, 252)).then(StubServer.failure(500, 252));
    SealedBlock block = block(0);

    committer(Duration.ofSeconds(20), 0).commit(requests(block));

    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests())
        .allSatisfy(
            request -> {
              assertThat(request.body()).isEqualTo(block.frame());
              assertThat(request.parameters())
                  .containsEntry("insert_deduplication_token", block.token().toString());
            });
    assertThat(failures).containsExactly(FailureKind.RETRYABLE, FailureKind.RETRYABLE);
    assertThat(sentAgain).isEqualTo(2);
  }

  @Test
  void aServerThatRefusesForMinutesIsWaitedForWithinTheBudget() throws Exception {
    for (int i = 0; i < 120; i++) {
      server.then(StubServer.failure(500, 252));
    }
    FakePause pause = new FakePause();
    SealedBlock block = block(0);

    committer(
            new RetryBudget(Duration.ofMinutes(8), Duration.ofMillis(100), Duration.ofSeconds(3)),
            pause,
            0)
        .commit(requests(block));

    assertThat(server.requests()).hasSize(121);
    assertThat(server.requests().get(120).body()).isEqualTo(block.frame());
    assertThat(pause.waited()).as("waited in all").isGreaterThan(Duration.ofMinutes(5));
  }

  @Test
  void aSuccessThatCarriesAnExceptionIsNone() throws Exception {
    server.then(StubServer.answer(200, 319, "Code: 319. DB::Exception: unknown status"));

    committer(Duration.ofSeconds(20), 0).commit(requests(block(0)));

    assertThat(server.requests()).hasSize(2);
    assertThat(failures).containsExactly(FailureKind.OUTCOME_UNKNOWN);
  }

  @Test
  void sendsTheBlocksInOrderAndStopsAtTheFirstThatIsRefused() {
    SealedBlock first = block(0);
    SealedBlock second = block(0);
    server.then(StubServer.success()).then(StubServer.failure(404, 60));
    uncommitted.sealed(first);
    uncommitted.sealed(second);

    assertThatThrownBy(
            () -> committer(Duration.ofSeconds(20), 0).commit(requests(first, second, block(0))))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining(second.token().toString())
        .hasMessageContaining("MISCONFIGURED, code 60");
    assertThat(server.requests()).hasSize(2);
    assertThat(uncommitted.bytes()).as("the first is in the table").isEqualTo(1);
  }

  @Test
  void oneBudgetIsForAllBlocksOfACommit() {
    for (int i = 0; i < 40; i++) {
      // Every other attempt succeeds, so that no block alone would spend the budget.
      server.then(StubServer.failure(500, 252)).then(StubServer.success());
    }
    RetryBudget fourHundred =
        new RetryBudget(Duration.ofMillis(400), Duration.ofMillis(50), Duration.ofMillis(100));
    SealedBlock[] blocks = new SealedBlock[40];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = block(0);
    }

    assertThatThrownBy(() -> committer(fourHundred, new FakePause(), 0).commit(requests(blocks)))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining("retryBudget of 400 ms");
    assertThat(server.requests()).as("8 waits of 50 ms, and one too many").hasSize(17);
  }

  @Test
  void blocksFromBeforeTheRestoreCountAsSentAgain() throws Exception {
    committer(Duration.ofSeconds(20), 5000).commit(requests(block(4000), block(6000)));

    assertThat(sentAgain).isOne();
  }

  @Test
  void aBlockOfThisAttemptsWriterIsNoneThatIsSentAgainHoweverEarlyItWasSealed() throws Exception {
    SealedBlock own = block(4000);
    uncommitted.sealed(own);

    committer(Duration.ofSeconds(20), 5000).commit(requests(own));

    assertThat(sentAgain).isZero();
  }

  @Test
  void aCommitWithoutBlocksAsksNobody() throws Exception {
    new BlockCommitter(
            new InsertLanes(
                () -> {
                  throw new AssertionError("nothing is to be opened");
                },
                2),
            metrics(),
            uncommitted,
            0,
            () -> {})
        .commit(List.of());
  }

  private BlockCommitter committer(Duration budget, long restoredAt) {
    return committer(
        new RetryBudget(budget, Duration.ofMillis(50), Duration.ofMillis(100)),
        Pause.real(),
        restoredAt);
  }

  private BlockCommitter committer(RetryBudget budget, Pause pause, long restoredAt) {
    BlockInserter inserter =
        new BlockInserter(
            connection, TARGET, budget, metrics(), pause, () -> 0, RefusedBlocks.notKept());
    return new BlockCommitter(
        new InsertLanes(() -> new InsertLane(inserter, () -> {}), 1),
        metrics(),
        uncommitted,
        restoredAt,
        () -> {});
  }

  private InsertMetrics metrics() {
    return new InsertMetrics() {
      @Override
      public void written(SealedBlock block, Duration latency) {}

      @Override
      public void failed(FailureKind kind) {
        failures.add(kind);
      }

      @Override
      public void sentAgain() {
        sentAgain++;
      }
    };
  }

  private static SealedBlock block(long sealedAt) {
    return new SealedBlock(TOKENS.get(), sealedAt, 1, 1, new byte[32], new byte[] {7});
  }

  private static List<CommitRequest<SealedBlock>> requests(SealedBlock... blocks) {
    List<CommitRequest<SealedBlock>> requests = new ArrayList<>();
    for (SealedBlock block : blocks) {
      requests.add(new SilentRequest(block));
    }
    return requests;
  }

  /** Flink's request, of which only the block may be used. */
  private record SilentRequest(SealedBlock block) implements CommitRequest<SealedBlock> {
    @Override
    public SealedBlock getCommittable() {
      return block;
    }

    @Override
    public int getNumberOfRetries() {
      return 0;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable t) {
      throw new AssertionError("would drop the block in silence", t);
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable t) {
      throw new AssertionError("would fail the job without its message", t);
    }

    @Override
    public void retryLater() {
      throw new AssertionError("would be asked ten times at once");
    }

    @Override
    public void updateAndRetryLater(SealedBlock committable) {
      throw new AssertionError("a block never changes");
    }

    @Override
    public void signalAlreadyCommitted() {
      throw new AssertionError("nobody knows");
    }
  }
}
