package dev.hookline.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.StackStatus;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline status}. */
@Command(
    name = "status",
    description = "Show what runs, how far the job is behind, and the last delivery of each org.",
    footer = {"", "Exit code 0 when every part is up and the job runs, else 1."},
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    Console console = surroundings.console(json);
    StackStatus status;
    try (Progress progress = console.progress("asking")) {
      progress.at("Kafka, Flink and ClickHouse");
      status = StackStatus.read(surroundings);
    }
    print(console, status);
    console.result(json(status));
    return status.good() ? CliFailure.GOOD : CliFailure.WRONG;
  }

  private void print(Console console, StackStatus status) {
    for (StackStatus.PartStatus part : status.parts()) {
      console.say(
          String.format(
              "%-10s %-10s %8s  %s",
              part.name(), part.state(), part.pid() == 0 ? "-" : part.pid(), part.endpoint()));
    }
    console.say(
        String.format(
            Locale.ROOT,
            "job %s, behind by %s records and %s s, last checkpoint %s s ago",
            status.jobState(),
            status.lagRecords().isPresent() ? status.lagRecords().getAsLong() : "?",
            number(status.lagSeconds()),
            number(status.lastCheckpointAgeSeconds())));
    status
        .lastDelivery()
        .forEach((org, time) -> console.say("last delivery of " + org + ": " + time));
    status.problems().forEach(console::note);
    if (status.parts().stream().allMatch(part -> part.state().equals("down"))) {
      console.note("no stack is up in " + new Home(surroundings.home()).folder());
    }
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : "?";
  }

  private static ObjectNode json(StackStatus status) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode parts = result.putArray("parts");
    for (StackStatus.PartStatus part : status.parts()) {
      ObjectNode one = parts.addObject();
      one.put("name", part.name());
      one.put("state", part.state());
      one.put("pid", part.pid() == 0 ? null : part.pid());
      one.put("endpoint", part.endpoint());
    }
    result.put("job_state", status.jobState());
    if (status.lagRecords().isPresent()) {
      result.put("lag_records", status.lagRecords().getAsLong());
    } else {
      result.putNull("lag_records");
    }
    put(result, "lag_seconds", status.lagSeconds());
    put(result, "last_checkpoint_age_seconds", status.lastCheckpointAgeSeconds());
    ObjectNode deliveries = result.putObject("last_delivery");
    status.lastDelivery().forEach(deliveries::put);
    ArrayNode problems = result.putArray("problems");
    status.problems().forEach(problems::add);
    return result;
  }

  private static void put(ObjectNode result, String name, OptionalDouble value) {
    if (value.isPresent()) {
      result.put(name, value.getAsDouble());
    } else {
      result.putNull(name);
    }
  }
}
