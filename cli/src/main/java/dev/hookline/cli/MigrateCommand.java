package dev.hookline.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.stack.Answering;
import dev.hookline.cli.stack.Credentials;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Migrations;
import dev.hookline.cli.stack.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline migrate}. */
@Command(
    name = "migrate",
    description = "Bring ClickHouse's schema and Kafka's topics to this release.",
    mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(names = "--json", description = "Print one JSON object: done[], warnings[].")
  private boolean json;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait until ClickHouse and Kafka answer; not at all unless given.")
  private long wait;

  MigrateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    if (wait < 0) {
      throw CliFailure.undecided("--wait must be 0 or more; got " + wait);
    }
    Console console = surroundings.console(json);
    Endpoints endpoints = Endpoints.find(surroundings).require(Part.CLICKHOUSE, Part.KAFKA);
    Credentials credentials = Credentials.of(surroundings.environment());
    List<String> done;
    List<String> warnings = new ArrayList<>();
    try (Progress progress = console.progress("migrating")) {
      if (wait > 0) {
        new Answering(endpoints)
            .await(List.of(Part.CLICKHOUSE, Part.KAFKA), Duration.ofSeconds(wait), progress::at);
      }
      progress.at("ClickHouse and Kafka");
      done = Migrations.apply(endpoints, credentials, warnings::add);
    }
    warnings.forEach(console::note);
    done.forEach(console::say);
    if (done.isEmpty()) {
      console.say("nothing to do: schema and topics are those of this release");
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode lines = result.putArray("done");
    done.forEach(lines::add);
    warnings.forEach(result.putArray("warnings")::add);
    console.result(result);
    return CliFailure.GOOD;
  }
}
