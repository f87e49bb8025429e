package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.RequestHold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exactly once in whole jobs: stopped, restarted, rescaled, drained, with the server away. */
class ExactlyOnceJobTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(METRICS.addToConfiguration(new Configuration()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .withHaLeadershipControl()
              .build());

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration OFTEN = Duration.ofMillis(300);

  /** Long enough to see what happens between two checkpoints. */
  private static final Duration SELDOM = Duration.ofSeconds(5);

  /** Nothing but a savepoint takes a checkpoint. */
  private static final Duration NEVER = Duration.ofHours(1);

  private static final AtomicInteger TABLES = new AtomicInteger();

  /** Rows that have reached the sink; shared with the tasks, which run in this JVM. */
  private static final AtomicLong PASSED = new AtomicLong();

  private static final AtomicBoolean FAILED_ONCE = new AtomicBoolean();

  private static TestServer server;
  private static FaultyProxy proxy;

  private final ExactTable table = ExactTable.create(server, "job" + TABLES.incrementAndGet());

  @TempDir Path savepoints;

  private JobClient job;

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
  void healthy() throws Exception {
    proxy.pass();
    if (job != null && !job.getJobStatus().get(30, TimeUnit.SECONDS).isGloballyTerminalState()) {
      job.cancel().get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void aBoundedInputIsThereOnceWhenTheJobHasEndedAlsoAfterAFailure() throws Exception {
    FAILED_ONCE.set(false);
    start(OFTEN, 2, 20_000, 10_000, null, sink(), 11_000);
    finished();

    assertThat(FAILED_ONCE).as("the fault bit").isTrue();
    table.holdsExactly(20_000);
  }

  @Test
  void stopWithSavepointAndResumeSendsTheSavepointsBlocksAgainAndDoublesNothing() throws Exception {
    start(OFTEN, 2, 20_000, 2500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    String savepoint =
        job.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL)
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    long stopped = PASSED.get();
    assertThat(stopped).isLessThan(20_000);
    assertThat(table.rows()).as("all was committed on the way out").isEqualTo(stopped);

    start(OFTEN, 2, 20_000, 20_000, savepoint);
    finished();
    table.holdsExactly(20_000);
    assertThat(counted("blocksSentAgain")).as("the savepoint's blocks").isPositive();
    assertThat(counted("rowsCommitted")).isGreaterThan(20_000 - stopped);
    assertThat(counted("blocksCommitted"))
        .isEqualTo(counted("blocksSealed") + counted("blocksSentAgain"));
    assertThat(counted("bytesCommitted")).isPositive();
    for (String gauge : List.of("uncommittedBytes", "oldestUncommittedBlockAgeMs")) {
      assertThat(METRICS.findMetrics(job.getJobID(), gauge).values())
          .as(gauge)
          .hasSize(2)
          .allSatisfy(
              metric ->
                  assertThat(((Gauge<?>) metric).getValue()).as("all is there").isEqualTo(0L));
    }
    for (String other : List.of("backPressureTimeMs", "insertLatencyMs", "retries_retryable")) {
      assertThat(METRICS.findMetrics(job.getJobID(), other)).as(other).hasSize(2);
    }
  }

  @Test
  void rowsAreTakenWhileTheBlocksOfTheCheckpointBeforeAreSent() throws Exception {
    try (RequestHold inserts = proxy.hold("insert_deduplication_token")) {
      start(SELDOM, 2, 20_000, 2500, null);
      await("an insert on its way").atMost(LIMIT).until(() -> inserts.held() > 0);
      long then = PASSED.get();
      await("rows of the next checkpoint").atMost(LIMIT).until(() -> PASSED.get() > then + 2000);
      assertThat(table.rows()).as("the inserts still stand at the proxy").isZero();
    }
    finished();
    table.holdsExactly(20_000);
  }

  @Test
  void aStopWithSavepointWhoseCommitFailsLosesAndDoublesNothing() throws Exception {
    start(OFTEN, 2, 15_000, 2500, null, sink().retryBudget(Duration.ofMillis(300)), -1);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);
    proxy.cut();

    CompletableFuture<String> stopped =
        job.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL);
    assertThatThrownBy(() -> stopped.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .as("the stop")
        .isInstanceOf(ExecutionException.class);
    proxy.pass();

    // Flink goes on, unless a part of the job had finished by then: that it takes for the end, and
    // leaves it to the operator to start from the savepoint, which holds the blocks.
    AtomicReference<JobStatus> end = new AtomicReference<>();
    await("the end of the job, one or the other")
        .atMost(LIMIT)
        .until(
            () -> {
              end.set(job.getJobStatus().get(30, TimeUnit.SECONDS));
              return end.get().isGloballyTerminalState();
            });
    if (end.get() == JobStatus.FAILED) {
      start(OFTEN, 2, 15_000, 2500, onlySavepoint());
    }
    finished();
    table.holdsExactly(15_000);
  }

  @Test
  void aJobManagerFailoverDoublesNothing(@InjectMiniCluster MiniCluster flink) throws Exception {
    start(OFTEN, 2, 20_000, 5000, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    HaLeadershipControl leaders = flink.getHaLeadershipControl().orElseThrow();
    leaders.revokeJobMasterLeadership(job.getJobID()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    leaders.grantJobMasterLeadership(job.getJobID()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    finished();
    assertThat(counted("blocksSentAgain")).as("those of the restored checkpoint").isPositive();
    table.holdsExactly(20_000);
  }

  private boolean allRun(MiniCluster flink) throws Exception {
    for (AccessExecutionVertex subtask :
        flink
            .getExecutionGraph(job.getJobID())
            .get(30, TimeUnit.SECONDS)
            .getAllExecutionVertices()) {
      if (subtask.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  /** Over all subtasks and all attempts. */
  private long counted(String name) {
    String id = job.getJobID().toString();
    long count = 0;
    for (var group : METRICS.getMetricsByGroup().entrySet()) {
      if (id.equals(group.getKey().getAllVariables().get("<job_id>"))
          && group.getValue().get(name) instanceof Counter counter) {
        count += counter.getCount();
      }
    }
    return count;
  }

  @Test
  void aDrainedJobLeavesNoRowBehind() throws Exception {
    start(OFTEN, 2, 1_000_000, 4000, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    job.stopWithSavepoint(true, savepoints.toString(), SavepointFormatType.CANONICAL)
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    finished();

    assertThat(table.rows()).as("every row that reached the sink").isEqualTo(PASSED.get());
    assertThat(table.number("SELECT uniqExact(n) FROM $t")).isEqualTo(PASSED.get());
    assertThat(table.number("SELECT sum(rows) FROM $t_totals FINAL")).isEqualTo(PASSED.get());
  }

  @ParameterizedTest
  @CsvSource({"2, 4", "4, 2"})
  void uncommittedBlocksOfASavepointAreCommittedByTheSubtasksOfAnotherParallelism(
      int slots, int otherSlots, @InjectMiniCluster MiniCluster flink) throws Exception {
    int rows = 30_000;
    start(NEVER, slots, rows, 6000, null);
    String first = savepointWithUncommittedBlocks(3000);
    assertThat(table.rows()).as("nothing was committed").isZero();

    proxy.pass();
    start(NEVER, otherSlots, rows, 6000, first);
    // A task runs once its committer has committed what it was given of the savepoint.
    await("all subtasks run").atMost(LIMIT).until(() -> allRun(flink));
    long committed = table.rows();
    assertThat(committed).as("the savepoint's blocks, by others").isGreaterThanOrEqualTo(3000);
    String second = savepointWithUncommittedBlocks(3000);
    assertThat(table.rows()).as("nothing more was committed").isEqualTo(committed);

    proxy.pass();
    start(OFTEN, slots, rows, 30_000, second);
    finished();
    table.holdsExactly(rows);
  }

  @Test
  void aSpentBudgetRestartsTheJobAndOnceTheServerIsBackEveryRowIsThereOnce() throws Exception {
    start(OFTEN, 2, 15_000, 2500, null, sink().retryBudget(Duration.ofMillis(300)), -1);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    proxy.cut();
    await("a restart of the job")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> job.getJobStatus().get(30, TimeUnit.SECONDS) == JobStatus.RESTARTING);
    proxy.pass();

    finished();
    table.holdsExactly(15_000);
  }

  @Test
  void aServerThatIsKilledUnderTheJobAndComesBackHasEveryRowOnce() throws Exception {
    start(OFTEN, 2, 15_000, 2500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    EmbeddedClickHouse engine = STACK.clickHouse();
    engine.kill();
    engine.restart();

    finished();
    table.holdsExactly(15_000);
  }

  @Test
  void aServerThatIsKilledUnderSeveralConnectionsOfATaskHasEveryRowOnce() throws Exception {
    EmbeddedClickHouse engine = STACK.clickHouse();
    try (RequestHold inserts = proxy.hold("insert_deduplication_token")) {
      start(OFTEN, 1, 15_000, 2500, null, sink().parallelInserts(3), -1);
      await("inserts on their way at once").atMost(LIMIT).until(() -> inserts.held() == 3);
      engine.kill();
    }
    engine.restart();

    finished();
    table.holdsExactly(15_000);
  }

  @Test
  void aViewThatThrowsStopsTheJobUntilItIsMendedAndIsExactThen() throws Exception {
    start(OFTEN, 2, 15_000, 2500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    table.breakView();
    await("a restart of the job")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> job.getJobStatus().get(30, TimeUnit.SECONDS) == JobStatus.RESTARTING);
    table.mendView();

    finished();
    table.holdsExactly(15_000);
  }

  /**
   * A savepoint that has completed while the server was away, and the end of the job that tried to
   * commit its blocks.
   */
  private String savepointWithUncommittedBlocks(long more) throws Exception {
    await("rows that wait for a checkpoint").atMost(LIMIT).until(() -> PASSED.get() >= more);
    proxy.cut();
    String savepoint =
        job.triggerSavepoint(savepoints.toString(), SavepointFormatType.CANONICAL)
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    job.cancel().get(30, TimeUnit.SECONDS);
    await("the end of the job")
        .atMost(LIMIT)
        .until(() -> job.getJobStatus().get(30, TimeUnit.SECONDS) == JobStatus.CANCELED);
    return savepoint;
  }

  private String onlySavepoint() throws IOException {
    try (Stream<Path> found = Files.list(savepoints)) {
      List<Path> all = found.toList();
      assertThat(all).hasSize(1);
      return all.get(0).toUri().toString();
    }
  }

  private void finished() throws Exception {
    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private ClickHouseSinkBuilder<Long> sink() {
    return table.sink(proxy.httpUrl());
  }

  private void start(
      Duration interval, int parallelism, long count, double perSecond, String savepoint)
      throws Exception {
    start(interval, parallelism, count, perSecond, savepoint, sink(), -1);
  }

  /**
   * @param failAt the number at which the job fails once; -1: never
   */
  private void start(
      Duration interval,
      int parallelism,
      long count,
      double perSecond,
      String savepoint,
      ClickHouseSinkBuilder<Long> sink,
      long failAt)
      throws Exception {
    PASSED.set(0);
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    env.enableCheckpointing(interval.toMillis());
    DataGeneratorSource<Long> numbers =
        new DataGeneratorSource<>(
            n -> n, count, RateLimiterStrategy.perSecond(perSecond), Types.LONG);
    env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
        .uid("numbers")
        .map(
            n -> {
              if (n == failAt && FAILED_ONCE.compareAndSet(false, true)) {
                throw new IllegalStateException("fails once, as the test wants it");
              }
              PASSED.incrementAndGet();
              return n;
            },
            Types.LONG)
        .uid("count")
        .sinkTo(sink.build())
        .uid("table");
    job = env.executeAsync();
  }
}
