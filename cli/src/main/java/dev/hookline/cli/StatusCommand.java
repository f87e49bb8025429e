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
    if (status.down()) {
      console.say(
          "no stack is up in "
              + new Home(surroundings.home()).folder()
              + ": './hookline up --detach' starts one");
      status.problems().forEach(console::note);
      return;
    }
    for (StackStatus.PartStatus part : status.parts()) {
      console.say(
          String.format(
              "%-10s %-10s %8s  %s",
              part.name(), part.state(), part.pid() == 0 ? "-" : part.pid(), part.endpoint()));
    }
    for (StackStatus.ProcessStatus process : status.processesBesideParts()) {
      console.say(
          String.format(
              "%-10s %-10s %8s",
              process.name(), process.state(), process.pid() == 0 ? "-" : process.pid()));
    }
    console.say(jobLine(status));
    status
        .lastDelivery()
        .forEach((org, time) -> console.say("last delivery of " + org + ": " + time));
    status.problems().forEach(console::note);
    if (surroundings.target().isPresent() && status.nothingAnswers()) {
      console.say("nothing answers: 'docker-compose up -d' in ops/compose starts it");
    }
  }

  /** What is known of the job; what nobody could tell is called unknown. */
  private static String jobLine(StackStatus status) {
    String lag =
        status.lagRecords().isPresent() && status.lagSeconds().isPresent()
            ? String.format(
                Locale.ROOT,
                "behind by %d records and %.1f s",
                status.lagRecords().getAsLong(),
                status.lagSeconds().getAsDouble())
            : "lag unknown";
    String checkpoint =
        status.lastCheckpointAgeSeconds().isPresent()
            ? String.format(
                Locale.ROOT,
                "last checkpoint %.1f s ago",
                status.lastCheckpointAgeSeconds().getAsDouble())
            : "no checkpoint known";
    return "job " + status.jobState() + ", " + lag + ", " + checkpoint;
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
    ArrayNode processes = result.putArray("processes");
    for (StackStatus.ProcessStatus process : status.processes()) {
      ObjectNode one = processes.addObject();
      one.put("name", process.name());
      one.put("state", process.state());
      one.put("pid", process.pid() == 0 ? null : process.pid());
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
