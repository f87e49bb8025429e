package dev.hookline.cli;

import dev.hookline.cli.demo.DemoCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The {@code hookline} command: chooses the sub-command and turns its end into an exit code. */
@Command(
    name = "hookline",
    description = "GitHub and Jira webhooks, counted exactly once in ClickHouse.",
    footer = {
      "",
      "'hookline test' runs all tests. Exit codes: 0 good, 1 wrong, 2 could not decide.",
      "Data, logs and state are kept in ${HOOKLINE_HOME:-.hookline}."
    },
    mixinStandardHelpOptions = true,
    version = "hookline 0.1.0-SNAPSHOT",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      SendCommand.class,
      QueryCommand.class,
      AuditCommand.class,
      MigrateCommand.class,
      LogsCommand.class,
      DemoCommand.class,
      BenchCommand.class,
      ChaosCommand.class
    })
public final class HooklineMain {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  private boolean verbose;

  /** For the usage: by now the surroundings are aimed. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = TargetOption.NAME,
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description =
          "What to ask: compose for the system under docker-compose; unless given, the stack that"
              + " './hookline up' starts.")
  private String target;

  private HooklineMain() {}

  /**
   * Runs the command and ends the process.
   *
   * @param arguments as given to the script
   */
  public static void main(String[] arguments) {
    System.exit(run(Surroundings.ofProcess(), arguments));
  }

  /**
   * Runs the command.
   *
   * @param surroundings what it finds around itself
   * @param arguments the sub-command and its arguments
   * @return 0 good, 1 wrong, 2 could not decide
   */
  public static int run(Surroundings surroundings, String... arguments) {
    HooklineMain main = new HooklineMain();
    try {
      return main.execute(TargetOption.aim(surroundings, arguments), arguments);
    } catch (CliFailure e) {
      return main.report(surroundings, e);
    }
  }

  private int execute(Surroundings surroundings, String... arguments) {
    CommandLine line = new CommandLine(this, new CommandFactory(surroundings));
    line.setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler(
        (failure, given) -> {
          surroundings.err().println("hookline: " + FailureLine.of(failure));
          surroundings
              .err()
              .println(
                  "Try '"
                      + failure.getCommandLine().getCommandSpec().qualifiedName()
                      + " --help'.");
          return CliFailure.UNDECIDED;
        });
    line.setExecutionExceptionHandler((failure, command, parsed) -> report(surroundings, failure));
    line.setExecutionStrategy(parsed -> execute(surroundings, parsed));
    return line.execute(arguments);
  }

  private int execute(Surroundings surroundings, ParseResult parsed) {
    if (!parsed.hasSubcommand()
        && !parsed.isUsageHelpRequested()
        && !parsed.isVersionHelpRequested()) {
      CommandLine line = parsed.commandSpec().commandLine();
      line.usage(line.getErr());
      return CliFailure.UNDECIDED;
    }
    if (parsed.hasSubcommand() && !parsed.subcommand().isUsageHelpRequested()) {
      try {
        TargetOption.check(surroundings, parsed.subcommand().commandSpec().name());
      } catch (CliFailure e) {
        return report(surroundings, e);
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private int report(Surroundings surroundings, Exception failure) {
    surroundings.err().println("hookline: " + FailureLine.of(failure));
    if (verbose) {
      failure.printStackTrace(surroundings.err());
    }
    return failure instanceof CliFailure known ? known.exitCode() : CliFailure.UNDECIDED;
  }
}
