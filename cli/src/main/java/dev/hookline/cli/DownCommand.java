package dev.hookline.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.StackStop;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline down}. */
@Command(
    name = "down",
    description = "Stop the stack; its data stays, and the next 'up' goes on from it.",
    mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(names = "--json", description = "Print one JSON object: stopped[], left[].")
  private boolean json;

  DownCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    Console console = surroundings.console(json);
    StackStop.Result stopped;
    try (Progress progress = console.progress("stopping")) {
      stopped = StackStop.stop(new Home(surroundings.home()), progress::at);
    }
    if (stopped.stopped().isEmpty() && stopped.left().isEmpty()) {
      console.say("nothing was up in " + surroundings.home());
    } else {
      console.say("stopped " + String.join(", ", stopped.stopped()));
    }
    if (!stopped.left().isEmpty()) {
      console.say("still there: " + String.join(", ", stopped.left()));
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode names = result.putArray("stopped");
    stopped.stopped().forEach(names::add);
    ArrayNode left = result.putArray("left");
    stopped.left().forEach(left::add);
    console.result(result);
    return stopped.left().isEmpty() ? CliFailure.GOOD : CliFailure.WRONG;
  }
}
