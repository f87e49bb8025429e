package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole system under docker-compose, built, started, killed and started anew. Only when asked
 * for, by {@code ./hookline test --containers}: it needs a Docker engine and the right to kill the
 * processes of its containers. Nothing of the servers that ops/compose/.env may name is touched
 * ({@link OwnStack}); images of ours are built anew, and those of the servers are what {@link
 * ComposeImages} finds. Its volumes are removed at the end.
 */
@EnabledIfSystemProperty(named = "hookline.containers", matches = "true")
class ComposeIT {

  private static final Duration UP = Duration.ofMinutes(10);
  private static final Duration DOWN = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final Duration RECOVERY = Duration.ofMinutes(5);
  private static final String EVENTS = "300";
  private static final String[] AUDIT_INSIDE = {
    "run",
    "--rm",
    "-T",
    "-e",
    "HOOKLINE_KAFKA_PROPERTIES=/run/secrets/kafka-audit",
    "migrations",
    "audit",
    "--json"
  };

  @TempDir private Path home;
  @TempDir private Path teamsFolder;
  private String files;
  private AimedCommand hookline;
  private DockerCompose compose;
  private TeamServers team;
  private boolean good;

  @BeforeEach
  void build() throws IOException {
    files = ComposeImages.files();
    aim(OwnStack.environment(files));
    DockerCompose.succeed(List.of("./prepare"), Map.of(), SHORT);
    compose.run(ComposeImages.BUILD, "build");
  }

  private void aim(Map<String, String> environment) {
    hookline = new AimedCommand(home, environment);
    compose = DockerCompose.need(environment);
  }

  @AfterEach
  void removeAll() throws IOException {
    if (compose == null) {
      return;
    }
    try {
      if (!good) {
        System.err.println(team == null ? "" : team.logs());
        System.err.println(compose.run(DOWN, "logs", "--no-color", "--tail", "50"));
      }
    } finally {
      try {
        compose.run(DOWN, "down", "--volumes");
      } finally {
        if (team != null) {
          team.remove();
        }
      }
    }
  }

  @Test
  void whatWasAcknowledgedIsCountedOnceThroughKillsAndANewStartOfAll() throws Exception {
    compose.run(UP, "up", "-d");
    awaitGood();
    hookline.run("demo", "--events", EVENTS, "--json");
    for (String service : List.of("jobmanager", "taskmanager-1", "taskmanager-2", "kafka")) {
      kill(service);
      awaitGood();
    }
    hookline.run("demo", "--events", EVENTS, "--json");
    long accepted = audit();
    compose.run(DOWN, "down");
    compose.run(UP, "up", "-d");
    awaitGood();
    assertThat(audit()).as("events after a new start on the same volumes").isEqualTo(accepted);
    good = true;
  }

  /** The servers' names have a meaning only inside, where the audit is run as well. */
  @Test
  void whatWasAcknowledgedIsCountedOnceBesideServersWithTlsUsersAndRights() throws Exception {
    team = TeamServers.in(teamsFolder, files);
    team.start();
    aim(team.besideThem());
    compose.run(UP, "up", "-d");
    awaitHealthy("gateway");
    JsonNode sent =
        hookline.run("send", "--source", "github", "--examples", "--repeat", "2", "--json");
    JsonNode audit = AimedCommand.lastLine(compose.run(RECOVERY, AUDIT_INSIDE));

    assertThat(services())
        .containsExactlyInAnyOrder(
            "zookeeper", "gateway", "jobmanager", "taskmanager-1", "taskmanager-2");
    assertThat(audit.path("accepted").asInt()).isEqualTo(sent.path("sent").asInt() / 2);
    assertThat(sent.path("by_status").path("200").asInt())
        .as("copies that a claim has shown")
        .isPositive();
    assertThat(team.claims()).as("claims in Redis").isPositive();
    good = true;
  }

  private void awaitHealthy(String service) throws IOException {
    String container = compose.run(SHORT, "ps", "-q", service).strip();
    await(service + " is healthy")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> assertThat(inspect(container, "{{.State.Health.Status}}")).isEqualTo("healthy"));
  }

  /** Those of the stack that are running. */
  private List<String> services() throws IOException {
    String label =
        "label=com.docker.compose.project=" + hookline.environment().get("COMPOSE_PROJECT_NAME");
    return DockerCompose.succeed(
            List.of(
                "docker",
                "ps",
                "--filter",
                label,
                "--format",
                "{{.Label \"com.docker.compose.service\"}}"),
            Map.of(),
            SHORT)
        .lines()
        .toList();
  }

  private long audit() throws IOException {
    return hookline.run("audit", "--json").path("accepted").asLong();
  }

  private void awaitGood() {
    await("every part is up and the job runs")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(() -> hookline.run("status", "--json"));
  }

  /**
   * The process and not the container: one that the engine kills it does not start again. Only a
   * container that came back shows that; a standby can make the job good before.
   */
  private void kill(String service) throws IOException {
    String container = compose.run(SHORT, "ps", "-q", service).strip();
    int restarts = Integer.parseInt(inspect(container, "{{.RestartCount}}"));
    DockerCompose.succeed(
        List.of("kill", "-9", inspect(container, "{{.State.Pid}}")), Map.of(), SHORT);
    await(service + " is started again and healthy")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () ->
                assertThat(inspect(container, "{{.RestartCount}} {{.State.Health.Status}}"))
                    .isEqualTo((restarts + 1) + " healthy"));
  }

  private static String inspect(String container, String format) throws IOException {
    return DockerCompose.succeed(
            List.of("docker", "inspect", "-f", format, container), Map.of(), SHORT)
        .strip();
  }
}
