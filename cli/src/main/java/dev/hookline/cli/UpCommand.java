package dev.hookline.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.stack.DetachedSupervisor;
import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.Part;
import dev.hookline.cli.stack.Ports;
import dev.hookline.cli.stack.StackSettings;
import dev.hookline.cli.stack.StackState;
import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.Supervisor;
import dev.hookline.schema.MigrationSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline up}. */
@Command(
    name = "up",
    description = "Start the whole stack on this machine, or do nothing when it is up.",
    footer = {
      "",
      "Ports are chosen at the first start and kept; fix one by HOOKLINE_GATEWAY_PORT,"
          + " HOOKLINE_KAFKA_PORT and so on, or by --port gateway=8080."
    },
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(
      names = "--detach",
      description = "Return when all is up; without it, stay until Ctrl-C and stop everything.")
  private boolean detach;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The gateway's configuration; conf/demo.yaml unless given.")
  private Path config;

  @Option(names = "--port", paramLabel = "PART=PORT", description = "Fix a part's port.")
  private Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print one JSON object: phase, supervisor, endpoints{}.")
  private boolean json;

  UpCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    Console console = surroundings.console(json);
    Home home = new Home(surroundings.home());
    Optional<StackState> running = home.state().filter(StackState::supervised);
    if (running.isPresent() && running.get().phase() != Phase.STOPPING) {
      refuseOtherSettings(running.get());
      return report(console, DetachedSupervisor.await(home, running.get(), console), true);
    }
    StackSettings settings =
        new StackSettings(
            surroundings,
            config == null ? surroundings.root().resolve("conf/demo.yaml") : config,
            portsByPart());
    if (detach) {
      return report(console, DetachedSupervisor.start(settings, console), false);
    }
    try (Supervisor supervisor = startHere(console, settings)) {
      int code = report(console, home.state().orElseThrow(), false);
      console.note("Ctrl-C stops everything; the data stays in " + surroundings.home());
      supervisor.awaitClosed();
      return code;
    }
  }

  /**
   * A stack that is up has its settings; a user who asks for others must not believe to have them.
   */
  private void refuseOtherSettings(StackState running) {
    List<String> other = new ArrayList<>();
    if (config != null
        && !config.toAbsolutePath().normalize().toString().equals(running.gatewayConfig())) {
      other.add("the configuration " + running.gatewayConfig() + " (not " + config + ")");
    }
    Ports.fixed(portsByPart(), surroundings.environment())
        .forEach(
            (part, port) -> {
              Integer has = running.ports().get(part.label());
              if (!port.equals(has)) {
                other.add(part.label() + " on port " + has + " (not " + port + ")");
              }
            });
    if (!other.isEmpty()) {
      throw CliFailure.undecided(
          "a stack is up with " + String.join(" and ", other) + ": run './hookline down' first");
    }
  }

  private static Supervisor startHere(Console console, StackSettings settings) {
    AtomicReference<Consumer<String>> steps = new AtomicReference<>();
    try (Progress progress = console.progress("up")) {
      steps.set(progress::at);
      Supervisor supervisor = Supervisor.start(settings, step -> steps.get().accept(step));
      // What is done from now on is done because of a Ctrl-C: a person waits for it.
      steps.set(console::note);
      return supervisor;
    }
  }

  private Map<Part, Integer> portsByPart() {
    Map<Part, Integer> byPart = new LinkedHashMap<>();
    ports.forEach(
        (label, port) ->
            byPart.put(
                Part.ofLabel(label)
                    .orElseThrow(
                        () -> CliFailure.undecided("--port: there is no part '" + label + "'")),
                port));
    return byPart;
  }

  private static int report(Console console, StackState state, boolean before) {
    console.say(before ? "already up" : "up");
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("phase", state.phase().name().toLowerCase(java.util.Locale.ROOT));
    result.put("message", state.message());
    result.put("supervisor", state.supervisor().pid());
    ObjectNode endpoints = result.putObject("endpoints");
    for (Part part : Part.values()) {
      String endpoint = state.endpoint(part).orElse("");
      endpoints.put(part.label(), endpoint);
      console.say(String.format("  %-10s %s", part.label(), endpoint));
    }
    console.say(
        "read ClickHouse by ./hookline query 'SHOW TABLES', or at its address as user "
            + MigrationSettings.ANALYST
            + " (database "
            + MigrationSettings.DEFAULT_DATABASE
            + ")");
    if (!state.message().isEmpty()) {
      console.note(state.message());
    }
    console.result(result);
    return state.message().isEmpty() ? CliFailure.GOOD : CliFailure.WRONG;
  }
}
