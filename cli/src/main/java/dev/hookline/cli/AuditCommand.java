package dev.hookline.cli;

import dev.hookline.cli.audit.Audit;
import dev.hookline.cli.audit.AuditException;
import dev.hookline.cli.audit.AuditReport;
import dev.hookline.cli.audit.AuditSettings;
import dev.hookline.cli.stack.Credentials;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Part;
import dev.hookline.schema.MigrationSettings;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline audit}. */
@Command(
    name = "audit",
    description = "Compare Kafka with ClickHouse, event by event, and recount the metrics.",
    footer = {
      "",
      "Exit code 0 when it is settled and nothing is lost, invented, doubled, changed, expired or"
          + " counted otherwise; 1 when something is; 2 when nothing could be compared.",
      "After a start without state or from an older savepoint records were read again beside their"
          + " rows; then say --after-replay."
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(
      names = "--json",
      description = "Print one JSON object; docs/audit.md defines each field.")
  private boolean json;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait until all is settled; ${DEFAULT-VALUE} unless given.")
  private long wait = AuditSettings.DEFAULT_BOUND.toSeconds();

  @Option(
      names = "--after-replay",
      description = {
        "Take physical copies, and counts by block that exceed, for what a start without state,"
            + " from an older savepoint or long after its savepoint leaves behind: they are shown"
            + " and are no fault."
      })
  private boolean afterReplay;

  AuditCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (wait < 0) {
      throw CliFailure.undecided("--wait must be 0 or more; got " + wait);
    }
    Console console = surroundings.console(json);
    Endpoints endpoints =
        Endpoints.find(surroundings).require(Part.KAFKA, Part.FLINK, Part.CLICKHOUSE);
    AuditSettings settings =
        AuditSettings.of(
                endpoints.of(Part.KAFKA),
                endpoints.uri(Part.FLINK),
                endpoints.uri(Part.CLICKHOUSE),
                MigrationSettings.ANALYST,
                Credentials.of(surroundings.environment()).analystPassword())
            .withBound(Duration.ofSeconds(wait))
            .withAfterReplay(afterReplay);
    AuditReport report;
    try (Progress progress = console.progress("audit")) {
      report = new Audit(settings, endpoints.kafkaAccess(), progress::at).run();
    } catch (AuditException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
    AuditText.of(report).forEach(console::say);
    console.result(report.toJson());
    return switch (report.verdict()) {
      case GOOD -> CliFailure.GOOD;
      case WRONG -> CliFailure.WRONG;
      case NOTHING_COMPARED -> CliFailure.UNDECIDED;
    };
  }
}
