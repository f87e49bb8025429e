package dev.hookline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code hookline bench}: hands over to the benchmarks' own main, in a process with a class path of
 * its own, since Flink is on it.
 */
@Command(
    name = "bench",
    description = "Measure, beside a baseline in the same run ('hookline bench --help').")
final class BenchCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Unmatched private final List<String> arguments = new ArrayList<>();

  BenchCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    Path lib = surroundings.dist().resolve("lib").resolve("bench");
    if (!Files.isDirectory(lib)) {
      throw CliFailure.undecided(lib + " is missing: build with 'mvn package' first");
    }
    List<String> command = new ArrayList<>();
    // The signal belongs to the thread that starts the process: this one, which waits for its end.
    command.addAll(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    command.add("-Dhookline.root=" + surroundings.root());
    command.addAll(List.of("-cp", lib + "/*", "dev.hookline.bench.BenchMain"));
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw CliFailure.undecided("cannot start the benchmarks: " + e.getMessage(), e);
    }
  }
}
