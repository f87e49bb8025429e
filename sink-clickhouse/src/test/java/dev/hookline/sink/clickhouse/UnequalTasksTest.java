package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writer and committer are vertices of a job's graph, and each may be given its own parallelism: by
 * an autoscaler or by hand over the REST API, by {@code pipeline.jobvertex-parallelism-overrides},
 * and by Flink itself in batch mode.
 */
class UnequalTasksTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(METRICS.addToConfiguration(dealtOut()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  /** In batch mode so little data is for one task that Flink takes several committers. */
  private static Configuration dealtOut() {
    return new Configuration()
        .set(
            BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_AVG_DATA_VOLUME_PER_TASK,
            MemorySize.parse("64kb"))
        .set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_DEFAULT_SOURCE_PARALLELISM, 1)
        .set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_MAX_PARALLELISM, 4);
  }

  private static final int ROWS = 6000;

  private static TestServer server;

  @BeforeAll
  static void open() {
    server = new TestServer(STACK.clickHouse());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"2, 4", "4, 2", "1, 3"})
  void everyBlockComesToTheCommitterThatItsCheckpointIsCountedBy(
      int writers, int committers, @InjectMiniCluster MiniCluster flink) throws Exception {
    ExactTable table = ExactTable.create(server, "unequal_" + writers + "_" + committers);
    StreamExecutionEnvironment env = env(table, writers, 2000);
    env.enableCheckpointing(300);
    JobGraph graph = env.getStreamGraph().getJobGraph();
    for (JobVertex vertex : graph.getVertices()) {
      if (vertex.getName().contains("Committer")) {
        vertex.setParallelism(committers);
      }
    }

    run(flink, graph);

    table.holdsExactly(ROWS);
    Set<Object> left =
        METRICS.findMetrics(graph.getJobID(), "uncommittedBytes").values().stream()
            .map(metric -> ((Gauge<?>) metric).getValue())
            .collect(Collectors.toSet());
    assertThat(left).as("bytes thought to be uncommitted").containsExactly(0L);
  }

  @Test
  void batchModeWhereFlinkChoosesEveryParallelism(@InjectMiniCluster MiniCluster flink)
      throws Exception {
    ExactTable table = ExactTable.create(server, "batch");
    StreamExecutionEnvironment env = env(table, ExecutionConfig.PARALLELISM_DEFAULT, 0);
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    StreamGraph graph = env.getStreamGraph();

    flink.submitJob(graph).get(30, TimeUnit.SECONDS);
    ended(flink, graph.getJobID());

    Map<String, Integer> parallelism = new HashMap<>();
    for (AccessExecutionJobVertex task :
        flink.getExecutionGraph(graph.getJobID()).get().getVerticesTopologically()) {
      parallelism.put(task.getName(), task.getParallelism());
    }
    assertThat(parallelism.get("Sink: Committer"))
        .as("more committers than the one writer, of %s", parallelism)
        .isGreaterThan(1);
    table.holdsExactly(ROWS);
  }

  private static void run(MiniCluster flink, JobGraph graph) throws Exception {
    flink.submitJob(graph).get(30, TimeUnit.SECONDS);
    ended(flink, graph.getJobID());
  }

  private static void ended(MiniCluster flink, JobID job) throws Exception {
    JobResult result = flink.requestJobResult(job).get(60, TimeUnit.SECONDS);
    assertThat(result.getSerializedThrowable())
        .as("why the job failed")
        .map(failure -> failure.getFullStringifiedStackTrace())
        .isEmpty();
  }

  private static StreamExecutionEnvironment env(
      ExactTable table, int parallelism, double perSecond) {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    DataGeneratorSource<Long> numbers =
        new DataGeneratorSource<>(
            n -> n,
            ROWS,
            perSecond > 0 ? RateLimiterStrategy.perSecond(perSecond) : RateLimiterStrategy.noOp(),
            Types.LONG);
    env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
        .uid("numbers")
        .sinkTo(table.sink(STACK.clickHouse().httpUrl()).build())
        .uid("table");
    return env;
  }
}
