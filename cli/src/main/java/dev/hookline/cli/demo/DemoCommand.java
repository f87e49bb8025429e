package dev.hookline.cli.demo;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Console;
import dev.hookline.cli.HookSecret;
import dev.hookline.cli.Progress;
import dev.hookline.cli.Surroundings;
import dev.hookline.cli.audit.Audit;
import dev.hookline.cli.audit.AuditReport;
import dev.hookline.cli.audit.AuditSettings;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.cli.stack.Credentials;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Part;
import dev.hookline.cli.stack.StackSettings;
import dev.hookline.cli.stack.Supervisor;
import dev.hookline.contract.Source;
import dev.hookline.devstack.npm.NpmPackage;
import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline demo}. */
@Command(
    name = "demo",
    description = "Show the main job: start everything, send, kill in a checkpoint, check.",
    footer = {
      "",
      "With --target nothing is started and nothing killed: the sender and the checks alone, and"
          + " nobody else may send meanwhile.",
      "Exit code 0 when the audit and the sender's own history are good and the kill was one in a"
          + " checkpoint (with --target the first two), 1 when something is wrong, 2 when it could not be decided."
    },
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

  private static final String ORG = "acme";
  private final Surroundings surroundings;

  @Option(
      names = "--events",
      defaultValue = "2000",
      description = "How many deliveries; ${DEFAULT-VALUE} unless given.")
  private int events;

  @Option(
      names = "--rate",
      defaultValue = "0",
      description = "Deliveries a second; as fast as they are answered unless given.")
  private double rate;

  @Option(names = "--exit", description = "Stop everything at the end instead of staying up.")
  private boolean exit;

  @Option(names = "--seed", description = "Send the same deliveries as another run.")
  private Long seed;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /**
   * Made by the command line.
   *
   * @param surroundings what the command finds around itself
   */
  public DemoCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (events < 1 || rate < 0) {
      throw CliFailure.undecided(
          "--events must be 1 or more and --rate 0 or more; got " + events + " and " + rate);
    }
    long startedNanos = System.nanoTime();
    Console console = surroundings.console(json);
    long chosenSeed = seed == null ? Clock.systemUTC().millis() : seed;
    List<GitHubExamples.Example> examples =
        GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch());
    if (surroundings.target().isPresent()) {
      return onTarget(console, examples, chosenSeed);
    }
    try (Supervisor stack = start(console)) {
      stack
          .jobFailure()
          .ifPresent(
              failure -> {
                throw CliFailure.undecided("the job does not run: " + failure);
              });
      console.note("seed " + chosenSeed);
      DemoReport report = run(stack, console, examples, chosenSeed, startedNanos);
      Endpoints endpoints = stack.endpoints();
      DemoTables.show(console, credentials().analyst(endpoints), report);
      if (!exit) {
        DemoTables.showAddresses(console, endpoints);
      }
      console.say(DemoVerdict.of(report));
      console.result(report.json());
      if (!exit) {
        console.note("everything stays up; Ctrl-C stops it, the data stays");
        stack.awaitClosed();
      }
      return report.exitCode();
    }
  }

  private int onTarget(Console console, List<GitHubExamples.Example> examples, long chosenSeed)
      throws IOException, InterruptedException {
    console.note("seed " + chosenSeed);
    Clock clock = Clock.systemUTC();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(~chosenSeed);
    Credentials credentials = credentials();
    Endpoints endpoints = Endpoints.find(surroundings);
    try (History history = new History(surroundings.home().resolve("demo-history.jsonl"), clock)) {
      return new TargetDemo(
              endpoints,
              credentials.analyst(endpoints),
              secrets(),
              () -> audit(endpoints, credentials, console),
              console)
          .run(
              BadDeliveries.of(
                  ORG, HookSecret.find(surroundings, null, ORG, Source.GITHUB), random),
              new Workload(ORG, examples, chosenSeed, clock),
              events,
              rate,
              history);
    }
  }

  private Supervisor start(Console console) {
    try (Progress progress = console.progress("starting")) {
      return Supervisor.start(StackSettings.of(surroundings), progress::at);
    }
  }

  private DemoReport run(
      Supervisor stack,
      Console console,
      List<GitHubExamples.Example> examples,
      long chosenSeed,
      long startedNanos)
      throws IOException, InterruptedException {
    Clock clock = Clock.systemUTC();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(~chosenSeed);
    Function<Delivery, String> secrets = secrets();
    Credentials credentials = credentials();
    Endpoints endpoints = stack.endpoints();
    try (History history = new History(surroundings.home().resolve("demo-history.jsonl"), clock)) {
      return new DemoRun(
              stack,
              credentials.analyst(endpoints),
              secrets,
              () -> audit(endpoints, credentials, console),
              console)
          .run(
              BadDeliveries.of(
                  ORG, HookSecret.find(surroundings, null, ORG, Source.GITHUB), random),
              new Workload(ORG, examples, chosenSeed, clock),
              events,
              rate,
              history,
              startedNanos);
    }
  }

  private Credentials credentials() {
    return Credentials.of(surroundings.environment());
  }

  private Function<Delivery, String> secrets() {
    Map<Source, String> bySource = new EnumMap<>(Source.class);
    for (Source source : Source.values()) {
      bySource.put(source, HookSecret.find(surroundings, null, ORG, source));
    }
    return delivery -> bySource.get(delivery.source());
  }

  private static DemoRun.Audited audit(
      Endpoints endpoints, Credentials credentials, Console console) {
    AuditSettings settings =
        AuditSettings.of(
            endpoints.of(Part.KAFKA),
            endpoints.uri(Part.FLINK),
            endpoints.uri(Part.CLICKHOUSE),
            "hookline_analyst",
            credentials.analystPassword());
    try {
      AuditReport report = new Audit(settings, endpoints.kafkaAccess(), step -> {}).run();
      if (!report.settled()) {
        console.note("the audit did not settle");
        return new DemoRun.Audited(report.toJson(), CliFailure.UNDECIDED);
      }
      return new DemoRun.Audited(
          report.toJson(), report.good() ? CliFailure.GOOD : CliFailure.WRONG);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted while auditing", e);
    }
  }
}
