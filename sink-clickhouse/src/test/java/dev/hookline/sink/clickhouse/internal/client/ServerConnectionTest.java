package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.StubServer.Request;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one attempt sends, what it makes of an answer, and that it ends. */
class ServerConnectionTest {
  private static final Target TARGET =
      new Target("db", "events", TableSchema.of(Column.of("id", "String")), "");
  private static final Duration GENEROUS = Duration.ofSeconds(20);

  private final StubServer server = new StubServer();
  private final SealedBlock block = block(100);
  private ServerConnection connection = connection(Duration.ofSeconds(10), Duration.ofSeconds(10));

  @AfterEach
  void stop() {
    connection.close();
    server.close();
  }

  @Test
  void sendsTheSealedBytesWithTokenAndEverySettingOfTheGuarantee() throws Exception {
    connection.deduplicateInsertIsKnown(true);

    assertThat(connection.insert(block)).isEqualTo(new Written());

    Request request = server.requests().get(0);
    assertThat(request.body()).isEqualTo(block.frame());
    assertThat(request.headers())
        .containsEntry("content-encoding", "lz4")
        .containsEntry("x-clickhouse-database", "db");
    assertThat(request.parameters())
        .containsEntry("query", "INSERT INTO `db`.`events` FORMAT RowBinaryWithNamesAndTypes")
        .containsEntry("insert_deduplication_token", block.token().toString())
        .containsEntry("async_insert", "0")
        .containsEntry("insert_deduplicate", "1")
        .containsEntry("deduplicate_insert", "enable")
        .containsEntry("deduplicate_blocks_in_dependent_materialized_views", "1")
        .containsEntry("optimize_on_insert", "0")
        .containsEntry("wait_end_of_query", "1")
        .containsEntry("max_insert_block_size", "1048449")
        .containsEntry("min_insert_block_size_rows", "1048449")
        .containsEntry("min_insert_block_size_bytes", "268402944")
        .containsEntry("input_format_skip_unknown_fields", "0")
        .containsEntry("insert_quorum", "2");
  }

  @Test
  void leavesOutASettingThatTheServerDoesNotKnow() throws Exception {
    connection.insert(block);

    assertThat(server.requests().get(0).parameters()).doesNotContainKey("deduplicate_insert");
  }

  @Test
  void resendsTheSameBytesUnderTheSameTokenAfterEveryKindOfFailure() throws Exception {
    connection = connection(Duration.ofSeconds(3), Duration.ofSeconds(30));
    server
        .then(StubServer.failure(500, 252))
        .then(StubServer.failure(200, 241))
        // twice, since below the client a 503 is asked again once, as part of the same attempt
        .then(StubServer.answer(503, 0, "busy"))
        .then(StubServer.answer(503, 0, "busy"))
        .then(StubServer.cut())
        .then(StubServer.silence())
        .then(StubServer.success());
    RecordingMetrics metrics = new RecordingMetrics();

    inserter(Duration.ofSeconds(60), metrics).insert(block);

    assertThat(server.requests()).hasSize(7);
    assertThat(server.requests())
        .allSatisfy(
            request -> {
              assertThat(request.body()).isEqualTo(block.frame());
              assertThat(request.parameters().get("insert_deduplication_token"))
                  .isEqualTo(block.token().toString());
            });
    assertThat(metrics.failures)
        .containsExactly(
            FailureKind.RETRYABLE,
            FailureKind.RETRYABLE,
            FailureKind.RETRYABLE,
            FailureKind.OUTCOME_UNKNOWN,
            FailureKind.OUTCOME_UNKNOWN);
    assertThat(metrics.written).containsExactly(block);
    assertThat(metrics.again).as("each further attempt").isEqualTo(metrics.failures.size());
  }

  @Test
  void tooManyPartsIsRetried() throws Exception {
    server.then(StubServer.failure(500, 252));

    assertFailed(connection.insert(block), FailureKind.RETRYABLE, 252);
  }

  @Test
  void status200WithAnExceptionHeaderIsAFailure() throws Exception {
    server.then(StubServer.failure(200, 319));

    assertFailed(connection.insert(block), FailureKind.OUTCOME_UNKNOWN, 319);
  }

  @Test
  void aConnectionCutBeforeTheAnswerIsAnUnknownOutcome() throws Exception {
    server.then(StubServer.cut());

    assertFailed(connection.insert(block), FailureKind.OUTCOME_UNKNOWN, 0);
  }

  @Test
  void aRefusedConnectionIsRetryable() throws Exception {
    server.close();

    assertFailed(connection.insert(block), FailureKind.RETRYABLE, 0);
  }

  @Test
  void aSilentServerEndsTheAttemptAfterTheSocketTimeout() throws Exception {
    connection = connection(Duration.ofMillis(200), Duration.ofSeconds(60));
    server.then(StubServer.silence());
    long begun = System.nanoTime();

    assertFailed(connection.insert(block), FailureKind.OUTCOME_UNKNOWN, 0);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(GENEROUS);
  }

  @Test
  void anAnswerThatNeverEndsIsCutAfterTheRequestTimeout() throws Exception {
    connection = connection(Duration.ofSeconds(60), Duration.ofMillis(400));
    server.then(StubServer.drip());
    long begun = System.nanoTime();

    InsertOutcome outcome = connection.insert(block);

    assertFailed(outcome, FailureKind.OUTCOME_UNKNOWN, 0);
    assertThat(((Failed) outcome).cause()).hasMessageContaining("requestTimeout PT0.4S");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(GENEROUS);
  }

  /**
   * No read timeout covers this one: the writing side blocks once the socket's buffers are full.
   */
  @Test
  void aServerThatReadsNothingIsCutAfterTheRequestTimeoutAndTheNextAttemptIsFree()
      throws Exception {
    SealedBlock large = block(400_000);
    assertThat(large.frame().length).isGreaterThan(12_000_000);
    connection = connection(Duration.ofSeconds(60), Duration.ofMillis(400));
    server.readNothing();
    long begun = System.nanoTime();

    // One more than there are threads: each attempt must have given its own back.
    for (int attempt = 0; attempt < ServerConnection.MAX_THREADS + 1; attempt++) {
      assertFailed(connection.insert(large), FailureKind.OUTCOME_UNKNOWN, 0);
    }

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(GENEROUS);
  }

  @Test
  void aCancelledTaskLeavesTheAttemptAtOnce() throws Exception {
    server.then(StubServer.silence());
    AtomicReference<Throwable> seen = new AtomicReference<>();
    Thread task =
        new Thread(
            () -> {
              try {
                connection.insert(block);
              } catch (InterruptedException e) {
                seen.set(e);
              }
            });
    task.start();
    await("the request").atMost(GENEROUS).until(() -> !server.requests().isEmpty());

    task.interrupt();
    task.join(GENEROUS.toMillis());

    assertThat(seen.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void throwsWhenTheBudgetIsSpentNamingBlockTableAndLastFailure() {
    for (int i = 0; i < 200; i++) {
      server.then(StubServer.failure(500, 252));
    }
    FakePause pause = new FakePause();

    assertThatThrownBy(
            () -> inserter(Duration.ofMillis(600), new RecordingMetrics(), pause).insert(block))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining(block.token().toString())
        .hasMessageContaining("could not be written into db.events")
        .hasMessageContaining("retryBudget of 600 ms")
        .hasMessageContaining("RETRYABLE, code 252");

    assertThat(pause.waited()).isBetween(Duration.ofMillis(500), Duration.ofMillis(600));
    assertThat(server.requests())
        .as("one before each wait, and the last")
        .hasSize(pause.waits().size() + 1);
  }

  @Test
  void throwsAtOnceWhenTheServerRefusesTheData() {
    server.then(StubServer.failure(400, 117));

    assertThatThrownBy(() -> inserter(Duration.ofSeconds(60), new RecordingMetrics()).insert(block))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining("REFUSED_DATA, code 117")
        .hasMessageContaining("schema differ");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void throwsAtOnceWhenSomethingIsMisconfigured() {
    server.then(StubServer.failure(404, 60));

    assertThatThrownBy(() -> inserter(Duration.ofSeconds(60), new RecordingMetrics()).insert(block))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining("MISCONFIGURED, code 60")
        .hasMessageContaining("mend the table");
    assertThat(server.requests()).hasSize(1);
  }

  private static void assertFailed(InsertOutcome outcome, FailureKind kind, int code) {
    assertThat(outcome).isInstanceOf(Failed.class);
    Failed failed = (Failed) outcome;
    assertThat(failed.kind()).as("%s", failed.cause()).isEqualTo(kind);
    assertThat(failed.code()).isEqualTo(code);
  }

  private BlockInserter inserter(Duration budget, InsertMetrics metrics) {
    return inserter(budget, metrics, Pause.real());
  }

  private BlockInserter inserter(Duration budget, InsertMetrics metrics, Pause pause) {
    RetryBudget retries = new RetryBudget(budget, Duration.ofMillis(20), Duration.ofMillis(100));
    return new BlockInserter(
        connection, TARGET, retries, metrics, pause, () -> 0.5, RefusedBlocks.notKept());
  }

  private ServerConnection connection(Duration socketTimeout, Duration requestTimeout) {
    return new ServerConnection(
        new Connection(
            URI.create(server.endpoint()),
            "writer",
            new Secret("sesame"),
            Duration.ofSeconds(3),
            socketTimeout,
            requestTimeout,
            Map.of("insert_quorum", "2")),
        TARGET);
  }

  /** Rows of 32 random bytes, which do not compress. */
  static SealedBlock block(int rows) {
    BlockLimits limits = new BlockLimits(1_000_000, 200_000_000, 1, 200_000_000);
    BlockAssembler assembler =
        new BlockAssembler(new byte[16], limits, BlockToken.source(), Clock.systemUTC());
    Random random = new Random(7);
    byte[] row = new byte[32];
    List<SealedBlock> sealed = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      random.nextBytes(row);
      sealed.addAll(assembler.add("", row, row.length));
    }
    sealed.addAll(assembler.sealAll());
    assertThat(sealed).hasSize(1);
    return sealed.get(0);
  }

  /** Keeps what it is told. */
  private static final class RecordingMetrics implements InsertMetrics {
    private final List<FailureKind> failures = new ArrayList<>();
    private final List<SealedBlock> written = new ArrayList<>();
    private int again;

    @Override
    public void written(SealedBlock block, Duration latency) {
      written.add(block);
    }

    @Override
    public void sentAgain() {
      again++;
    }

    @Override
    public void failed(FailureKind kind) {
      failures.add(kind);
    }
  }
}
