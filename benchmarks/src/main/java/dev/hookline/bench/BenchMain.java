package dev.hookline.bench;

import dev.hookline.bench.sink.BenchFailure;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code hookline bench} command, in a process of its own: Flink is on its class path. */
@Command(
    name = "bench",
    description = "Measure, each time beside a baseline in the same run.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SinkCommand.class, RowsCommand.class, CheckpointsCommand.class})
public final class BenchMain {
  /** Nothing was measured. */
  private static final int UNDECIDED = 2;

  private BenchMain() {}

  /**
   * Runs the command and ends the process: 0 measured and all goals met, 1 a goal missed, 2 nothing
   * measured.
   */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new BenchMain());
    line.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand()
              && !parsed.isUsageHelpRequested()
              && !parsed.isVersionHelpRequested()) {
            line.usage(line.getErr());
            return UNDECIDED;
          }
          return new CommandLine.RunLast().execute(parsed);
        });
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          PrintWriter err = command.getErr();
          err.println("hookline bench: " + failure.getMessage());
          if (!(failure instanceof BenchFailure)) {
            failure.printStackTrace(err);
          }
          return UNDECIDED;
        });
    System.exit(line.execute(arguments));
  }
}
