package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.HooklineMain;
import dev.hookline.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
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
 * ({@link OwnStack}); images of ours are built anew. Which files it starts is docker-compose's own
 * variable {@code COMPOSE_FILE} in the environment; without it, and where the images are neither
 * here nor to be pulled, it makes the stand-in images and starts those. Its volumes are removed at
 * the end.
 */
@EnabledIfSystemProperty(named = "hookline.containers", matches = "true")
class ComposeIT {

  private static final Duration BUILD = Duration.ofMinutes(15);
  private static final Duration UP = Duration.ofMinutes(10);
  private static final Duration DOWN = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final Duration RECOVERY = Duration.ofMinutes(5);
  private static final String EVENTS = "300";

  @TempDir private Path home;
  private Map<String, String> environment;
  private DockerCompose compose;
  private boolean good;

  @BeforeEach
  void build() throws IOException {
    environment = OwnStack.environment(files());
    compose =
        DockerCompose.find(environment)
            .orElseThrow(() -> new AssertionError("neither docker-compose nor docker compose"));
    DockerCompose.succeed(List.of("./prepare"), Map.of(), SHORT);
    compose.run(BUILD, "build");
  }

  /** The images that compose names, from here or a registry; where there is none, the stand-ins. */
  private static String files() throws IOException {
    String given = System.getenv("COMPOSE_FILE");
    if (given != null && !given.isBlank()) {
      return given;
    }
    if (areOfficial(images())) {
      return "docker-compose.yml";
    }
    System.err.println("no registry answers: ComposeIT runs on stand-in images, which stay");
    DockerCompose.succeed(List.of("../stand-in-images/make"), Map.of(), BUILD);
    return "docker-compose.yml:../stand-in-images/docker-compose.yml";
  }

  /** The servers' images, in the file's order by name. */
  private static List<String> images() {
    ComposeFile compose = ComposeFile.read();
    return compose.services().keySet().stream()
        .filter(service -> !ComposeFile.OURS.contains(service))
        .map(compose::image)
        .toList();
  }

  /** Stand-ins and official ones do not go together: one is enough for all to be stand-ins. */
  private static boolean areOfficial(List<String> images) throws IOException {
    String label = "{{index .Config.Labels \"dev.hookline.stand-in\"}}";
    for (String image : images) {
      List<String> inspect = List.of("docker", "image", "inspect", "-f", label, image);
      boolean isHere =
          DockerCompose.succeeds(inspect, SHORT)
              || DockerCompose.succeeds(List.of("docker", "pull", image), BUILD);
      if (!isHere || !DockerCompose.succeed(inspect, Map.of(), SHORT).isBlank()) {
        return false;
      }
    }
    return true;
  }

  @AfterEach
  void removeAll() throws IOException {
    if (compose != null) {
      try {
        if (!good) {
          System.err.println(compose.run(DOWN, "logs", "--no-color", "--tail", "50"));
        }
      } finally {
        compose.run(DOWN, "down", "--volumes");
      }
    }
  }

  @Test
  void whatWasAcknowledgedIsCountedOnceThroughKillsAndANewStartOfAll() throws Exception {
    compose.run(UP, "up", "-d");
    awaitGood();
    hookline(0, "demo", "--events", EVENTS, "--json");
    for (String service : List.of("jobmanager", "taskmanager-1", "taskmanager-2", "kafka")) {
      kill(service);
      awaitGood();
    }
    hookline(0, "demo", "--events", EVENTS, "--json");
    long accepted = audit();
    compose.run(DOWN, "down");
    compose.run(UP, "up", "-d");
    awaitGood();
    assertThat(audit()).as("events after a new start on the same volumes").isEqualTo(accepted);
    good = true;
  }

  private long audit() throws IOException {
    return hookline(0, "audit", "--json").path("accepted").asLong();
  }

  private void awaitGood() {
    await("every part is up and the job runs")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(() -> hookline(0, "status", "--json"));
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

  private JsonNode hookline(int exitCode, String... arguments) throws IOException {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = "compose";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    Map<String, String> process = new HashMap<>(System.getenv());
    process.putAll(environment);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int actual =
        HooklineMain.run(
            new Surroundings(
                process,
                ComposeFile.ROOT,
                home.resolve("no-distribution"),
                home,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            all);
    String printed = out.toString(StandardCharsets.UTF_8);
    assertThat(actual)
        .as("%s said: %s%s", List.of(all), printed, err.toString(StandardCharsets.UTF_8))
        .isEqualTo(exitCode);
    List<String> lines = printed.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
