package dev.hookline.cli;

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
    return new HandOver(surroundings, "bench", "dev.hookline.bench.BenchMain", "256m")
        .run(arguments);
  }
}
