package dev.hookline.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.bench.sink.SinkBench;
import dev.hookline.bench.sink.SinkBenchSettings;
import dev.hookline.bench.sink.SinkReport;
import dev.hookline.bench.sink.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline bench checkpoints}. */
@Command(
    name = "checkpoints",
    description = "Size and time of a checkpoint against the rows in it, exactly once.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class CheckpointsCommand implements Callable<Integer> {
  private static final Variant VARIANT = Variant.EXACTLY_ONCE_1S;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(names = "--seconds", paramLabel = "N", description = "Length of each measurement.")
  private int seconds = 20;

  @Option(names = "--warmup", paramLabel = "N", description = "Seconds before each measurement.")
  private int warmup = 5;

  @Option(
      names = "--rates",
      paramLabel = "ROWS",
      split = ",",
      description = "Rows a second that the source gives; a checkpoint is taken every second.")
  private List<Long> rates = List.of(100L, 500L, 1000L, 2000L, 4000L);

  @Option(names = "--folder", paramLabel = "PATH", description = "For data, logs, checkpoints.")
  private Path folder = Path.of(System.getProperty("hookline.root", "."), "target", "bench");

  /**
   * One rate.
   *
   * @param rowsPerSecond that arrived, in the median
   * @param snapshotMs the median time of a checkpoint
   * @param snapshotMib the median size of a checkpoint
   */
  record Line(
      @JsonProperty("rows_per_checkpoint") long rowsPerSecond,
      @JsonProperty("snapshot_ms") long snapshotMs,
      @JsonProperty("snapshot_mib") double snapshotMib) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Line> lines = new ArrayList<>();
    for (long rate : rates) {
      SinkReport report =
          new SinkBench(
                  new SinkBenchSettings(
                      List.of(VARIANT),
                      1,
                      warmup,
                      seconds,
                      1,
                      rate,
                      SinkBenchSettings.DEFAULT_UNCOMMITTED_BYTES,
                      512,
                      List.of(),
                      true,
                      folder),
                  line ->
                      spec.commandLine().getErr().println("bench: " + rate + " rows/s, " + line))
              .run();
      SinkReport.Line measured = report.variants().get(0);
      lines.add(new Line(measured.median(), measured.snapshotMs(), measured.snapshotMib()));
    }
    print(lines);
    return 0;
  }

  private void print(List<Line> lines) throws JsonProcessingException {
    if (json) {
      spec.commandLine().getOut().println(new ObjectMapper().writeValueAsString(lines));
      return;
    }
    spec.commandLine().getOut().println("rows/checkpoint      ms     MiB");
    for (Line line : lines) {
      spec.commandLine()
          .getOut()
          .println(
              String.format(
                  Locale.ROOT,
                  "%15d %7d %7.2f",
                  line.rowsPerSecond(),
                  line.snapshotMs(),
                  line.snapshotMib()));
    }
  }
}
