package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sink inside Flink, against the real engine, which some tests kill or hold still. */
class ClickHouseSinkJobTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final TableSchema SCHEMA =
      TableSchema.of(
          Column.of("n", "UInt64"),
          Column.of("at", "DateTime64(3, 'UTC')"),
          Column.of("v", "Int64"));
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Shared with the task, which runs in this JVM. */
  private static final AtomicBoolean FAILED_ONCE = new AtomicBoolean();

  /** Rows of one table are spread over this many months. */
  private static final int MONTHS = 3;

  private static final long MONTH_MILLIS = Duration.ofDays(31).toMillis();

  private static TestServer server;

  private JobClient job;

  @BeforeAll
  static void database() {
    server = new TestServer(STACK.clickHouse());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @AfterEach
  void cancel() throws Exception {
    if (job != null && !job.getJobStatus().get(30, TimeUnit.SECONDS).isGloballyTerminalState()) {
      job.cancel().get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void writesEveryRowOfABoundedStreamOnce() throws Exception {
    table("bounded", "MergeTree");
    int rows = 120_000;

    run("bounded", sequence(environment(), rows, rows), Duration.ofSeconds(60));
    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(count("bounded")).isEqualTo(rows);
    assertThat(server.number("SELECT uniqExact(n) FROM $db.bounded")).isEqualTo(rows);
    assertThat(
            server.number(
                "SELECT max(p) FROM (SELECT uniqExact(toYYYYMM(at)) AS p FROM $db.bounded GROUP BY"
                    + " ingest_block)"))
        .as("partitions of a block")
        .isEqualTo(1);
  }

  @Test
  void rowsShowUpByTheTimerWhereNoCheckpointIsTaken() throws Exception {
    table("timed", "MergeTree");
    StreamExecutionEnvironment env = environment();

    run("timed", sequence(env, 1_000_000, 200), Duration.ofMillis(200));

    await("rows in the table of a job without checkpoints")
        .atMost(LIMIT)
        .until(() -> count("timed") > 50);
  }

  @Test
  void ridesOutAServerThatIsKilledAndComesBack() throws Exception {
    table("killed", "MergeTree");
    int rows = 60_000;
    run("killed", sequence(checkpointed(), rows, 3000), Duration.ofMillis(500));
    await("the first rows").atMost(LIMIT).until(() -> count("killed") > 500);

    EmbeddedClickHouse engine = STACK.clickHouse();
    engine.kill();
    engine.restart();
    Pace.letTheRestCome();

    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    // Without FINAL, and in a table that merges nothing away: each row came once.
    assertThat(count("killed")).isEqualTo(rows);
    assertThat(server.number("SELECT uniqExact(n) FROM $db.killed")).isEqualTo(rows);
  }

  @Test
  void waitsForAServerThatIsPausedAndEndsWhenItGoesOn() throws Exception {
    table("paused", "MergeTree");
    int rows = 60_000;
    run("paused", sequence(checkpointed(), rows, 3000), Duration.ofSeconds(60));
    await("the first checkpoint's rows").atMost(LIMIT).until(() -> count("paused") > 0);

    EmbeddedClickHouse engine = STACK.clickHouse();
    engine.pause();
    Pace.letTheRestCome();
    try {
      assertThatThrownBy(() -> job.getJobExecutionResult().get(4, TimeUnit.SECONDS))
          .as("the job cannot end, since its last rows are not written")
          .isInstanceOf(java.util.concurrent.TimeoutException.class);
    } finally {
      engine.resume();
    }

    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(count("paused")).isEqualTo(rows);
  }

  @Test
  void aRestoredJobWritesItsRowsAgainAndTheReplacingTableIsExact() throws Exception {
    table("replayed", "ReplacingMergeTree(v)");
    server.run("SYSTEM STOP MERGES $db.replayed");
    int rows = 60_000;
    FAILED_ONCE.set(false);
    DataStream<Long> source =
        sequence(checkpointed(), rows, 3000)
            .map(new FailsOnceRowsOfNoCheckpointAreThere(), Types.LONG);

    run("replayed", source, Duration.ofMillis(100));
    await("the job to fail once").atMost(LIMIT).untilTrue(FAILED_ONCE);
    Pace.letTheRestCome();
    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(count("replayed")).as("rows with their copies").isGreaterThan(rows);
    assertThat(server.number("SELECT count() FROM $db.replayed FINAL")).isEqualTo(rows);
    assertThat(server.number("SELECT sum(v) FROM $db.replayed FINAL"))
        .isEqualTo(rows * (rows - 1L));
  }

  @Test
  void aJobWhoseBudgetIsSpentFailsAndAfterItsRestartNothingIsMissing() throws Exception {
    table("outage", "ReplacingMergeTree(v)");
    int rows = 60_000;
    StreamExecutionEnvironment env = checkpointed();
    sequence(env, rows, 1500)
        .sinkTo(sink("outage", Duration.ofMillis(500)).retryBudget(Duration.ofMillis(300)).build());
    job = env.executeAsync();
    await("the first rows").atMost(LIMIT).until(() -> count("outage") > 500);

    EmbeddedClickHouse engine = STACK.clickHouse();
    engine.kill();
    await("a restart of the job")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(30))
        .ignoreExceptions()
        .until(() -> job.getJobStatus().get(30, TimeUnit.SECONDS) == JobStatus.RESTARTING);
    engine.restart();
    Pace.letTheRestCome();

    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(server.number("SELECT count() FROM $db.outage FINAL")).isEqualTo(rows);
  }

  @Test
  void aJobWhoseTableCannotKeepThePromiseDoesNotStartAndSaysWhy() throws Exception {
    server.run(
        "CREATE TABLE $db.no_window (n UInt64, at DateTime64(3, 'UTC'), v Int64, ingest_block UUID)"
            + " ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY n");
    StreamExecutionEnvironment env = environment();
    sequence(env, 10, 10).sinkTo(sink("no_window", Duration.ofSeconds(1)).build());
    job = env.executeAsync();

    assertThatThrownBy(() -> job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .rootCause()
        .hasMessageContaining("non_replicated_deduplication_window is 0")
        .hasMessageContaining("ALTER TABLE " + server.database() + ".no_window MODIFY SETTING");
  }

  @Test
  void aColumnDroppedUnderTheJobStopsItWithItsNameAndWhatMendsIt() throws Exception {
    table("changed", "MergeTree");
    run("changed", sequence(environment(), 1_000_000, 500), Duration.ofMillis(200));
    await("the first rows").atMost(LIMIT).until(() -> count("changed") > 50);
    server.run("ALTER TABLE $db.changed ADD COLUMN more String DEFAULT 'x'");
    long before = count("changed");
    await("rows beside a new column").atMost(LIMIT).until(() -> count("changed") > before + 50);

    server.run("ALTER TABLE $db.changed DROP COLUMN v");

    assertThatThrownBy(() -> job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .hasStackTraceContaining(
            "column 'v' is missing: ALTER TABLE " + server.database() + ".changed ADD COLUMN `v`");
    assertThat(server.number("SELECT uniqExact(n) FROM $db.changed")).isEqualTo(count("changed"));
  }

  /** Fails once the table holds a row that this subtask has passed on since its last snapshot. */
  private static final class FailsOnceRowsOfNoCheckpointAreThere
      implements MapFunction<Long, Long>, CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private static final int LOOK_EVERY = 50;

    private long last = -1;
    private long snapshot = -1;

    @Override
    public Long map(Long n) {
      if (last >= 0
          && n % LOOK_EVERY == 0
          && !FAILED_ONCE.get()
          && server.number(
                  "SELECT count() FROM $db.replayed WHERE n > %d AND n <= %d"
                      .formatted(snapshot, last))
              > 0
          && FAILED_ONCE.compareAndSet(false, true)) {
        throw new IllegalStateException("fails once, as the test wants it");
      }
      snapshot = last < 0 ? n - 1 : snapshot;
      last = n;
      return n;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      snapshot = last;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
      // It begins anew with each attempt.
    }
  }

  private void run(String table, DataStream<Long> rows, Duration flushInterval) throws Exception {
    rows.sinkTo(sink(table, flushInterval).build());
    job = rows.getExecutionEnvironment().executeAsync();
  }

  private static ClickHouseSinkBuilder<Long> sink(String table, Duration flushInterval) {
    return ClickHouseSink.<Long>builder()
        .endpoint(STACK.clickHouse().httpUrl())
        .user(EmbeddedClickHouse.WRITER)
        .password(STACK.clickHouse().writerPassword())
        .database(server.database())
        .table(table)
        .schema(SCHEMA)
        .rowMapper((n, row) -> row.integer("n", n).timestampMillis("at", at(n)).integer("v", 2 * n))
        .partitionedBy("toYYYYMM(at)", n -> n % MONTHS)
        .deliveryMode(DeliveryMode.AT_LEAST_ONCE)
        .flushInterval(flushInterval);
  }

  /** In the middle of one of three months. */
  private static long at(long n) {
    return Duration.ofDays(19_000).toMillis() + (n % MONTHS) * MONTH_MILLIS;
  }

  private static DataStream<Long> sequence(
      StreamExecutionEnvironment env, long count, double perSecond) {
    DataGeneratorSource<Long> source =
        new DataGeneratorSource<>(n -> n, count, Pace.perSecond(perSecond), Types.LONG);
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers");
  }

  private static StreamExecutionEnvironment environment() {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(2);
    return env;
  }

  private static StreamExecutionEnvironment checkpointed() {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(2);
    env.enableCheckpointing(500);
    return env;
  }

  private static void table(String name, String engine) {
    server.run(
        "CREATE TABLE $db."
            + name
            + " (n UInt64, at DateTime64(3, 'UTC'), v Int64, ingest_block UUID) ENGINE = "
            + engine
            + " PARTITION BY toYYYYMM(at) ORDER BY n SETTINGS non_replicated_deduplication_window"
            + " = 10000");
  }

  private static long count(String table) {
    return server.number("SELECT count() FROM $db." + table);
  }
}
