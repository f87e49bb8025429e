package dev.hookline.sink.clickhouse;

import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.proxy.FaultyProxy;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A job that writes numbers into a table of its own, through a proxy, on a Flink in this JVM.
 * Whoever extends this starts it, and starts it again from a savepoint.
 */
abstract class RunningJob {
  @RegisterExtension static final ServerAndProxy SERVER = new ServerAndProxy();

  @RegisterExtension
  static final MiniClusterExtension FLINK = new MiniClusterExtension(RunningJob::cluster);

  static final Duration LIMIT = Duration.ofMinutes(3);
  static final Duration OFTEN = Duration.ofMillis(300);

  /** Rows that have reached the sink; shared with the tasks, which run in this JVM. */
  private static final AtomicLong PASSED = new AtomicLong();

  private static final AtomicBoolean FAILED_ONCE = new AtomicBoolean();

  /** Of the cluster of this class: it is gone with the cluster. */
  private static InMemoryReporter reporter;

  final FaultyProxy proxy = SERVER.proxy();
  final ExactTable table = SERVER.newTable();

  JobClient job;

  private static MiniClusterResourceConfiguration cluster() {
    reporter = InMemoryReporter.createWithRetainedMetrics();
    return new MiniClusterResourceConfiguration.Builder()
        .setConfiguration(reporter.addToConfiguration(new Configuration()))
        .setNumberTaskManagers(1)
        .setNumberSlotsPerTaskManager(4)
        .withHaLeadershipControl()
        .build();
  }

  @AfterEach
  void endJob() throws Exception {
    if (job != null && !status().isGloballyTerminalState()) {
      job.cancel().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  void start(Duration interval, int parallelism, long count, double perSecond, String savepoint)
      throws Exception {
    start(interval, parallelism, count, perSecond, savepoint, sink(), -1);
  }

  /**
   * @param failAt the number at which the job fails once; -1: never
   */
  void start(
      Duration interval,
      int parallelism,
      long count,
      double perSecond,
      String savepoint,
      ClickHouseSinkBuilder<Long> sink,
      long failAt)
      throws Exception {
    PASSED.set(0);
    FAILED_ONCE.set(false);
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
        new DataGeneratorSource<>(n -> n, count, Pace.perSecond(perSecond), Types.LONG);
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

  private JobStatus status() throws Exception {
    return job.getJobStatus().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Looks often: a status may be a short one. A cluster that gives no answer is asked again. */
  void awaitStatus(JobStatus wanted) {
    await("the job to be " + wanted)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions()
        .until(() -> status() == wanted);
  }

  void finished() throws Exception {
    job.getJobExecutionResult().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  ClickHouseSinkBuilder<Long> sink() {
    return table.sink(proxy.httpUrl());
  }

  /** Rows of the job started last that have reached the sink; again after a restart. */
  static long passed() {
    return PASSED.get();
  }

  /** Whether the job started last has failed as {@code failAt} says. */
  static boolean failedOnce() {
    return FAILED_ONCE.get();
  }

  /** Over all subtasks and all attempts. */
  long counted(String name) {
    String id = job.getJobID().toString();
    long count = 0;
    for (var group : reporter.getMetricsByGroup().entrySet()) {
      if (id.equals(group.getKey().getAllVariables().get("<job_id>"))
          && group.getValue().get(name) instanceof Counter counter) {
        count += counter.getCount();
      }
    }
    return count;
  }

  /** One of each subtask. */
  Collection<Metric> metrics(String name) {
    return reporter.findMetrics(job.getJobID(), name).values();
  }
}
