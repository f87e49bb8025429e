package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectClusterRESTAddress;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job whose own checkpoints are an hour apart. */
class PromptCheckpointTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /** What the only task that opens slowly waits for. */
  private static final Semaphore OPENED = new Semaphore(0);

  private static final AtomicInteger OPENING = new AtomicInteger();
  private static volatile boolean fail;

  @RegisterExtension static final MiniClusterExtension FLINK = new MiniClusterExtension();

  private JobClient job;
  private PromptCheckpoint watching;

  @BeforeEach
  void start() throws Exception {
    OPENED.drainPermits();
    OPENING.set(0);
    fail = false;
    Configuration settings =
        new Configuration()
            .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(HOUR_MILLIS))
            .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(1);
    env.fromSource(
            new DataGeneratorSource<>(
                n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(50), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .disableChaining()
        .map(new SlowToOpen())
        .sinkTo(new DiscardingSink<>());
    job = env.executeAsync();
  }

  @AfterEach
  void cancel() throws Exception {
    if (watching != null) {
      watching.close();
    }
    OPENED.release(100);
    job.cancel().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aCheckpointIsAskedForOnceWheneverAllTasksHaveComeToRun(
      @InjectMiniCluster MiniCluster cluster, @InjectClusterRESTAddress URI rest) throws Exception {
    Configuration config =
        new Configuration()
            .set(RestOptions.ADDRESS, rest.getHost())
            .set(RestOptions.PORT, rest.getPort());
    watching = PromptCheckpoint.watch(config);
    awaitOpening(1);
    assertItStaysAt(cluster, 0);
    OPENED.release();
    awaitCompleted(cluster, 1);
    assertItStaysAt(cluster, 1);

    fail = true;
    awaitOpening(2);
    assertItStaysAt(cluster, 1);
    OPENED.release();
    awaitCompleted(cluster, 2);
    assertItStaysAt(cluster, 2);
    assertThat(checkpoints(cluster).getCounts().getNumberOfFailedCheckpoints()).isZero();
  }

  /** For longer than it takes to look several times. */
  private void assertItStaysAt(MiniCluster cluster, long checkpoints) {
    await("no more than " + checkpoints + " checkpoints")
        .during(Duration.ofSeconds(2))
        .atMost(LIMIT)
        .until(() -> checkpoints(cluster).getCounts().getTotalNumberOfCheckpoints() == checkpoints);
  }

  private static void awaitOpening(int times) {
    await("a task to open for the " + times + ". time")
        .atMost(LIMIT)
        .until(() -> OPENING.get() == times);
  }

  private void awaitCompleted(MiniCluster cluster, int checkpoints) {
    await("checkpoint " + checkpoints)
        .atMost(LIMIT)
        .until(
            () ->
                checkpoints(cluster).getCounts().getNumberOfCompletedCheckpoints() == checkpoints);
  }

  private CheckpointStatsSnapshot checkpoints(MiniCluster cluster) throws Exception {
    JobID id = job.getJobID();
    return cluster
        .getExecutionGraph(id)
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
        .getCheckpointStatsSnapshot();
  }

  /** Opens when it is told, and fails once when it is told. */
  private static final class SlowToOpen extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void open(OpenContext context) throws Exception {
      OPENING.incrementAndGet();
      OPENED.acquire();
    }

    @Override
    public Long map(Long number) {
      if (fail) {
        fail = false;
        throw new IllegalStateException("told to fail");
      }
      return number;
    }
  }
}
