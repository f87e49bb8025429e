package dev.hookline.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code hookline chaos}: hands over to the chaos suite's own main, in a process with a class path
 * of its own, since Flink is on it.
 */
@Command(
    name = "chaos",
    description = "Kill, pause and cut the parts under load ('hookline chaos --help').")
final class ChaosCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Unmatched private final List<String> arguments = new ArrayList<>();

  ChaosCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new HandOver(surroundings, "chaos", "dev.hookline.chaos.ChaosMain", "768m")
        .run(arguments);
  }
}
