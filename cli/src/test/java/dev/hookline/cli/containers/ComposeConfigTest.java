package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.FILE;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docker-compose takes the files; it needs no engine for that. */
class ComposeConfigTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String NOT_HERE = "docker-compose is neither here nor to be fetched";
  private static final String ALL = "kafka,redis,clickhouse";

  /** Maven's summary counts what was skipped and keeps the reason for its report files. */
  @BeforeAll
  static void sayWhyNothingRuns() {
    if (findOrFetch(Map.of()).isEmpty() && !mustBeTaken()) {
      System.err.println("Skipped: ComposeConfigTest: " + NOT_HERE);
    }
  }

  @Test
  void dockerComposeTakesTheFileWithEveryServer() throws Exception {
    assertTaken(Map.of("COMPOSE_PROFILES", ALL), FILE);
  }

  @Test
  void dockerComposeTakesTheFileWithoutWhatATeamHasAlready() throws Exception {
    assertTaken(
        Map.of(
            "COMPOSE_PROFILES", "",
            "HOOKLINE_KAFKA", "broker:9093",
            "HOOKLINE_REDIS_PASSWORD_FILE", ""),
        FILE);
  }

  /** The file wants a number there, and a variable is a text. */
  @Test
  void dockerComposeTakesALowerLimitOfFiles() throws Exception {
    assertTaken(Map.of("COMPOSE_PROFILES", ALL, "HOOKLINE_CLICKHOUSE_FILES", "20000"), FILE);
  }

  @Test
  void dockerComposeTakesTheStandInsFileBesideIt() throws Exception {
    assertTaken(
        Map.of("COMPOSE_PROFILES", ALL),
        FILE,
        ROOT.resolve("ops/stand-in-images/docker-compose.yml"));
  }

  /** A download may fail once; where nothing runs without it, it is tried again. */
  private static Optional<DockerCompose> findOrFetch(Map<String, String> environment) {
    Optional<DockerCompose> compose = DockerCompose.findOrFetch(environment);
    return compose.isEmpty() && mustBeTaken() ? DockerCompose.findOrFetch(environment) : compose;
  }

  /** Debian 12 has one that needs nothing but itself; there it is fetched as Redis is. */
  private static boolean mustBeTaken() {
    Path release = Path.of("/etc/os-release");
    return Files.isReadable(release)
        && ComposeFile.text(release).contains("VERSION_CODENAME=bookworm\n");
  }

  private static void assertTaken(Map<String, String> environment, Path... files) throws Exception {
    Optional<DockerCompose> compose = findOrFetch(environment);
    assumeTrue(compose.isPresent() || mustBeTaken(), NOT_HERE);
    assertThat(compose).as("docker-compose, docker's own compose, or Debian's").isPresent();
    List<String> arguments = new ArrayList<>();
    for (Path file : files) {
      arguments.addAll(List.of("-f", file.toString()));
    }
    arguments.addAll(List.of("config", "--quiet"));
    compose.get().run(LIMIT, arguments.toArray(new String[0]));
  }
}
