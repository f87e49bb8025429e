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
import java.util.function.Predicate;
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

  /** On a machine that is busy elsewhere no window may have been filled when the time is over. */
  private static final Duration FIRST_WINDOW_LIMIT = Duration.ofMinutes(2);

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
      look(load, Duration.ZERO, FIRST_ROW_LIMIT, samples -> last(samples).rows() > 0);
      look(load, Duration.ofSeconds(task.warmupSeconds()), Duration.ZERO, samples -> true);
      long begunMillis = System.currentTimeMillis();
      long ownCpu = cpuNanos(ProcessHandle.current());
      long serverCpu = cpuNanos(serverProcess());
      Duration window = task.variant().window();
      List<Sample> samples =
          look(
              load,
              Duration.ofSeconds(task.seconds()),
              FIRST_WINDOW_LIMIT,
              seen -> !Throughput.rates(seen, window).isEmpty());
      ownCpu = cpuNanos(ProcessHandle.current()) - ownCpu;
      serverCpu = cpuNanos(serverProcess()) - serverCpu;
      List<VariantRun.Checkpoint> checkpoints = load.checkpoints(begunMillis);
      load.finish();
      return new VariantRun(
          Throughput.rates(samples, window),
          load.rowsGiven(),
          last(samples).rows() - samples.get(0).rows(),
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

  /**
   * Looks at the table for the given time, and then on until it has seen enough.
   *
   * @param more how much longer it may take until it has
   */
  private List<Sample> look(Load load, Duration time, Duration more, Predicate<List<Sample>> enough)
      throws Exception {
    List<Sample> samples = new ArrayList<>();
    long begun = System.nanoTime();
    while (true) {
      load.check();
      long rows = server.rows(task.database() + "." + task.table());
      long now = System.nanoTime();
      samples.add(new Sample(now, rows));
      if (now - begun >= time.toNanos()) {
        if (enough.test(samples)) {
          return samples;
        }
        if (now - begun >= time.plus(more).toNanos()) {
          throw new IllegalStateException(
              "too few rows after %s: %d, %d of them since the beginning of this look"
                  .formatted(time.plus(more), rows, rows - samples.get(0).rows()));
        }
      }
      if (never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("nobody releases it");
      }
    }
  }

  private static Sample last(List<Sample> samples) {
    return samples.get(samples.size() - 1);
  }

  private ProcessHandle serverProcess() {
    return ProcessHandle.of(task.serverPid())
        .orElseThrow(() -> new IllegalStateException("the server's process is gone"));
  }

  private static long cpuNanos(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }
}
