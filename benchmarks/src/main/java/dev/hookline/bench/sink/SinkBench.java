package dev.hookline.bench.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes the same rows into the same engine, one variant after the other, in as many rounds as
 * asked for, so that a machine that is slower for a while slows all of them down. Each variant gets
 * a table and a process of its own; what it says it wrote is then counted in the table.
 */
public final class SinkBench {
  /** Beside the measured seconds: start, examples, the client's blocks, the end. */
  private static final Duration ASIDE_LIMIT = Duration.ofMinutes(8);

  private static final String DATABASE = MigrationSettings.DEFAULT_DATABASE;
  private static final String MODEL = DATABASE + ".normalized_events";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SinkBenchSettings settings;
  private final Consumer<String> progress;

  /**
   * A benchmark.
   *
   * @param progress gets a line before each step
   */
  public SinkBench(SinkBenchSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs it; takes minutes.
   *
   * @throws BenchFailure when a variant fails, or its table has not exactly the rows it was given
   * @throws IOException when a file cannot be written or the server does not answer
   */
  public SinkReport run() throws IOException, InterruptedException {
    Files.createDirectories(settings.folder());
    Map<Variant, List<VariantRun>> runs = new EnumMap<>(Variant.class);
    try (EmbeddedClickHouse clickHouse =
        EmbeddedClickHouse.start(settings.folder().resolve("clickhouse"), 0)) {
      BenchServer server =
          new BenchServer(
              clickHouse.httpUrl(), EmbeddedClickHouse.WRITER, clickHouse.writerPassword());
      new Migrator(
              MigrationSettings.of(
                  URI.create(clickHouse.httpUrl()),
                  EmbeddedClickHouse.WRITER,
                  clickHouse.writerPassword(),
                  clickHouse.analystPassword()))
          .migrate();
      for (int round = 1; round <= settings.rounds(); round++) {
        for (Variant variant : settings.variants()) {
          progress.accept("round " + round + " of " + settings.rounds() + ": " + variant.label());
          VariantRun run = one(clickHouse, server, variant, round);
          runs.computeIfAbsent(variant, any -> new ArrayList<>()).add(run);
        }
      }
    }
    return SinkReport.of(runs);
  }

  private VariantRun one(
      EmbeddedClickHouse clickHouse, BenchServer server, Variant variant, int round)
      throws IOException, InterruptedException {
    String table = "bench_" + variant.label();
    Path folder = settings.folder().resolve(variant.label() + "-" + round);
    Files.createDirectories(folder);
    server.run("DROP TABLE IF EXISTS " + DATABASE + "." + table + " SYNC");
    server.run("CREATE TABLE " + DATABASE + "." + table + " AS " + MODEL);
    if (!settings.merges()) {
      holdMerges(server, DATABASE + "." + table);
    }
    VariantTask task =
        new VariantTask(
            variant,
            clickHouse.httpUrl(),
            EmbeddedClickHouse.WRITER,
            clickHouse.writerPassword(),
            clickHouse.pid(),
            DATABASE,
            table,
            settings.warmupSeconds(),
            settings.seconds(),
            settings.parallelism(),
            settings.rowsPerSecond(),
            settings.maxUncommittedBytes(),
            folder.toString());
    VariantRun run = inAProcess(task, folder);
    verify(server, variant, DATABASE + "." + table, run.rowsGiven());
    server.run("DROP TABLE " + DATABASE + "." + table + " SYNC");
    delete(folder);
    return run;
  }

  /** Parts then only grow in number, at which the server would slow down inserts. */
  private static void holdMerges(BenchServer server, String table)
      throws IOException, InterruptedException {
    server.run("SYSTEM STOP MERGES " + table);
    server.run(
        "ALTER TABLE "
            + table
            + " MODIFY SETTING parts_to_delay_insert = 1000000, parts_to_throw_insert = 1000000");
  }

  private VariantRun inAProcess(VariantTask task, Path folder)
      throws IOException, InterruptedException {
    Path file = folder.resolve("task.json");
    JSON.writeValue(file.toFile(), task);
    Duration limit = ASIDE_LIMIT.plusSeconds(task.warmupSeconds() + (long) task.seconds());
    try (ChildProcess process =
        ChildProcess.builder(task.variant().label(), command(file))
            .log(folder.resolve("process.log"))
            .start()) {
      if (!process.awaitExit(limit)) {
        throw new BenchFailure(
            task.variant().label() + " has not ended within " + limit + ", see " + process.log());
      }
      if (process.exitCode() != 0) {
        throw new BenchFailure(
            task.variant().label() + " failed, see " + process.log() + "\n" + process.logTail());
      }
    }
    return JSON.readValue(task.resultFile().toFile(), VariantRun.class);
  }

  private List<String> command(Path task) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + settings.heapMib() + "m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.addAll(settings.jvmArguments());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(VariantMain.class.getName());
    command.add(task.toString());
    return command;
  }

  /** Counts in the table itself; nothing may be missing, doubled or too much. */
  private static void verify(BenchServer server, Variant variant, String table, long given)
      throws IOException, InterruptedException {
    String[] counts =
        server.run("SELECT count(), uniqExact(event_id) FROM " + table).split("\t", -1);
    long rows = Long.parseLong(counts[0]);
    long distinct = Long.parseLong(counts[1]);
    if (rows != given || distinct != given) {
      throw new BenchFailure(
          "%s was given %d rows, and the table holds %d, %d of them different"
              .formatted(variant.label(), given, rows, distinct));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
