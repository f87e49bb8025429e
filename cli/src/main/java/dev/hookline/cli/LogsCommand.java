package dev.hookline.cli;

import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.LogFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hookline logs}. */
@Command(
    name = "logs",
    description = "Show the end of a part's log.",
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "PART",
      description =
          "gateway, kafka, redis, zookeeper, clickhouse, flink (the same as flink-jobmanager),"
              + " flink-tm-1, flink-tm-2; after 'up --detach' also supervisor.")
  private String part;

  @Option(
      names = {"-n", "--lines"},
      defaultValue = "50",
      description = "How many lines; ${DEFAULT-VALUE} unless given.")
  private int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what is written from now on, until Ctrl-C.")
  private boolean follow;

  LogsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    if (lines < 0) {
      throw CliFailure.undecided("-n must be 0 or more; got " + lines);
    }
    Map<String, Path> logs = LogFiles.of(new Home(surroundings.home()));
    Path file = logs.get(part);
    if (file == null) {
      throw CliFailure.undecided(
          "no log of '"
              + part
              + "' in "
              + surroundings.home()
              + (logs.isEmpty() ? ": no stack was started there" : "; there are " + logs.keySet())
              + (part.equals("supervisor") ? "; a supervisor has one after 'up --detach'" : ""));
    }
    LogTail tail = new LogTail(file);
    tail.last(lines, surroundings.out());
    if (follow) {
      tail.follow(surroundings.out());
    }
    return CliFailure.GOOD;
  }
}
