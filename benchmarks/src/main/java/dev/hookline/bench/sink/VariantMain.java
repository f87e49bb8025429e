package dev.hookline.bench.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.bench.sink.Throughput.Sample;
import dev.hookline.sink.clickhouse.DeliveryMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures one variant, in a process of its own: so none finds code that another has warmed, or
 * memory that another has filled.
 */
final class VariantMain {
  private static final Logger LOG = LoggerFactory.getLogger(VariantMain.class);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration FIRST_ROW_LIMIT = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final VariantTask task;
  private final BenchServer server;
  private final CountDownLatch never = new CountDownLatch(1);

  private VariantMain(VariantTask task) {
    this.task = task;
    this.server = new BenchServer(task.url(), task.user(), task.password());
  }

  /**
   * Runs the task and ends the process, whatever threads of Flink's are still there.
   *
   * @param arguments the file that holds the {@link VariantTask}
   */
  public static void main(String[] arguments) {
    int code = 1;
    try {
      VariantTask task = JSON.readValue(Path.of(arguments[0]).toFile(), VariantTask.class);
      JSON.writeValue(task.resultFile().toFile(), new VariantMain(task).measure());
      code = 0;
    } catch (Exception e) {
      LOG.error("{} was not measured", arguments[0], e);
    }
    System.exit(code);
  }

  private VariantRun measure() throws Exception {
    HeapWatch heap = HeapWatch.begin();
    try (Load load = load()) {
      load.start();
      look(load, FIRST_ROW_LIMIT, true);
      look(load, Duration.ofSeconds(task.warmupSeconds()), false);
      long begunMillis = System.currentTimeMillis();
      long ownCpu = cpuNanos(ProcessHandle.current());
      long serverCpu = cpuNanos(serverProcess());
      List<Sample> samples = look(load, Duration.ofSeconds(task.seconds()), false);
      ownCpu = cpuNanos(ProcessHandle.current()) - ownCpu;
      serverCpu = cpuNanos(serverProcess()) - serverCpu;
      List<VariantRun.Checkpoint> checkpoints = load.checkpoints(begunMillis);
      load.finish();
      return new VariantRun(
          Throughput.rates(samples, task.variant().window()),
          load.rowsGiven(),
          samples.get(samples.size() - 1).rows() - samples.get(0).rows(),
          checkpoints,
          heap.bytes(),
          ownCpu,
          serverCpu);
    }
  }

  private Load load() {
    return switch (task.variant()) {
      case CLIENT -> new ClientLoad(task);
      case EXACTLY_ONCE_1S, EXACTLY_ONCE_5S ->
          new FlinkLoad(task, Sinks.ours(task, DeliveryMode.EXACTLY_ONCE));
      case AT_LEAST_ONCE -> new FlinkLoad(task, Sinks.ours(task, DeliveryMode.AT_LEAST_ONCE));
      case JDBC -> new FlinkLoad(task, Sinks.jdbc(task));
    };
  }

  /** Looks at the table until the time is over, or until it has a row if that is waited for. */
  private List<Sample> look(Load load, Duration limit, boolean firstRow) throws Exception {
    List<Sample> samples = new ArrayList<>();
    long begun = System.nanoTime();
    while (true) {
      load.check();
      long rows = server.rows(task.database() + "." + task.table());
      long now = System.nanoTime();
      samples.add(new Sample(now, rows));
      if (firstRow && rows > 0) {
        return samples;
      }
      if (now - begun >= limit.toNanos()) {
        if (firstRow) {
          throw new IllegalStateException("no row has arrived within " + limit);
        }
        return samples;
      }
      if (never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("nobody releases it");
      }
    }
  }

  private ProcessHandle serverProcess() {
    return ProcessHandle.of(task.serverPid())
        .orElseThrow(() -> new IllegalStateException("the server's process is gone"));
  }

  private static long cpuNanos(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }
}
