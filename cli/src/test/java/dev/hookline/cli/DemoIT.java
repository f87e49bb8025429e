package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The whole chain over processes. Set-up: an empty home. Timeline: everything is started;
 * deliveries are sent, some twice, some at once, some of them bad; ClickHouse is held still until a
 * checkpoint waits for it; the working TaskManager gets a SIGKILL; the job recovers; all is
 * settled. Proves that what was acknowledged is counted exactly once, in rows, in people's hours
 * and in the view that counts inserts, and lies there once, though a worker died in a checkpoint.
 */
class DemoIT {

  private static final int EVENTS = 600;

  private final Path home =
      Path.of(System.getProperty("hookline.root"), "cli", "target", "demo-it");

  @BeforeEach
  void beginWithAnEmptyHome() throws IOException {
    Homes.empty(home);
  }

  @Test
  void everyAcknowledgedDeliveryIsCountedOnceThoughAWorkerDiesInACheckpoint() throws IOException {
    CommandRun run =
        CommandRun.ofDistribution(
            home, "demo", "--events", Integer.toString(EVENTS), "--seed", "1", "--exit", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode demo = run.json();
    assertThat(demo.path("sent").asInt()).isGreaterThan(EVENTS);
    assertThat(demo.path("acknowledged").asInt()).isEqualTo(EVENTS);
    assertThat(demo.path("refused").asInt()).isEqualTo(7);
    assertThat(demo.path("redelivered").asInt()).isGreaterThanOrEqualTo(EVENTS / 20);
    assertThat(demo.path("lost").asInt()).isZero();
    assertThat(demo.path("invented").asInt()).isZero();
    assertThat(demo.path("windowed").asInt()).isPositive();
    assertThat(demo.path("late").asInt()).isPositive();
    assertThat(demo.path("taskmanager_kills").asInt()).isPositive();
    assertThat(demo.path("checkpoint_in_progress_at_kill").asBoolean()).isTrue();
    assertThat(demo.path("recovery_seconds").isNumber()).isTrue();
    assertThat(demo.path("peak_pss_mib").asLong()).isPositive();

    JsonNode audit = demo.path("audit");
    assertThat(audit.path("settled").asBoolean()).isTrue();
    assertThat(audit.path("accepted").asInt()).isEqualTo(EVENTS);
    assertThat(audit.path("rows").asInt()).isEqualTo(EVENTS);
    assertThat(audit.path("aggregate_cells").asInt()).isPositive();
    for (String field :
        List.of(
            "rejected",
            "lost",
            "invented",
            "duplicates",
            "payload_mismatch",
            "physical_duplicates",
            "expired",
            "aggregate_difference",
            "view_difference")) {
      assertThat(audit.path(field).asInt(-1)).as(field).isZero();
    }
    assertThat(audit.path("view_cells").asInt()).isPositive();
    assertThat(demo.path("physical_duplicates").asInt(-1)).isZero();
    assertThat(demo.path("view_difference").asInt(-1)).isZero();
    assertThat(Files.readAllLines(home.resolve("demo-history.jsonl")))
        .hasSizeGreaterThanOrEqualTo(EVENTS + EVENTS / 20);
  }
}
