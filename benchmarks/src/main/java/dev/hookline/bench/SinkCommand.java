package dev.hookline.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.bench.sink.SinkBench;
import dev.hookline.bench.sink.SinkBenchSettings;
import dev.hookline.bench.sink.SinkReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline bench sink}. */
@Command(
    name = "sink",
    description = "Rows a second into ClickHouse: this sink beside the bare client and JDBC.",
    footer = {
      "",
      "Variants: a the client alone with ready blocks; b this sink, exactly once, with checkpoints"
          + " every 1 s and every 5 s; c at least once; d Flink's JDBC sink.",
      "Exit code 0 when all goals are met, 1 when one is missed, 2 when a variant failed or lost"
          + " rows."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class SinkCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(names = "--seconds", paramLabel = "N", description = "Length of each measurement.")
  private int seconds = 30;

  @Option(names = "--warmup", paramLabel = "N", description = "Seconds before each measurement.")
  private int warmup = 15;

  @Option(names = "--rounds", paramLabel = "N", description = "How often each variant runs.")
  private int rounds = 1;

  @Option(names = "--variants", paramLabel = "LETTERS", split = ",", description = "What to run.")
  private List<String> variants = List.of("a", "b", "c", "d");

  @Option(names = "--parallelism", paramLabel = "N", description = "Tasks, or client threads.")
  private int parallelism = 1;

  @Option(
      names = "--rate",
      paramLabel = "ROWS",
      description = "Rows a second that the source gives at most; 0: as many as are taken.")
  private long rate;

  @Option(
      names = "--uncommitted",
      paramLabel = "BYTES",
      description = "maxUncommittedBytes of this sink, exactly once.")
  private long uncommitted = SinkBenchSettings.DEFAULT_UNCOMMITTED_BYTES;

  @Option(names = "--heap", paramLabel = "MIB", description = "Heap of each writing process.")
  private int heap = 1024;

  @Option(names = "--jvm", paramLabel = "ARGUMENT", description = "For each writing process.")
  private List<String> jvm = List.of();

  @Option(
      names = "--merges",
      description =
          "Let the server merge parts meanwhile. Without it all variants pay for the same work.")
  private boolean merges;

  @Option(names = "--folder", paramLabel = "PATH", description = "For data, logs, checkpoints.")
  private Path folder = Path.of(System.getProperty("hookline.root", "."), "target", "bench");

  @Override
  public Integer call() throws IOException, InterruptedException {
    SinkBenchSettings settings =
        new SinkBenchSettings(
            SinkBenchSettings.variants(variants),
            rounds,
            warmup,
            seconds,
            parallelism,
            rate,
            uncommitted,
            heap,
            jvm,
            merges,
            folder);
    SinkReport report =
        new SinkBench(settings, line -> spec.commandLine().getErr().println("bench: " + line))
            .run();
    print(report);
    return report.met() ? 0 : 1;
  }

  private void print(SinkReport report) throws JsonProcessingException {
    if (json) {
      spec.commandLine().getOut().println(new ObjectMapper().writeValueAsString(report));
    } else {
      report.text().forEach(spec.commandLine().getOut()::println);
    }
  }
}
