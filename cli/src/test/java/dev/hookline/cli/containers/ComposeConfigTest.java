package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.FOLDER;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docker-compose takes the files, where the program is; it needs no engine for that. */
class ComposeConfigTest {

  @TempDir private Path folder;

  @Test
  void dockerComposeTakesTheFileWithEveryServer() throws Exception {
    assertTaken("kafka,redis,clickhouse", FOLDER.resolve("docker-compose.yml"));
  }

  @Test
  void dockerComposeTakesTheFileWithoutWhatATeamHasAlready() throws Exception {
    assertTaken("", FOLDER.resolve("docker-compose.yml"));
  }

  @Test
  void dockerComposeTakesTheStandInsFileBesideIt() throws Exception {
    assertTaken(
        "kafka,redis,clickhouse",
        FOLDER.resolve("docker-compose.yml"),
        ROOT.resolve("ops/stand-in-images/docker-compose.yml"));
  }

  private void assertTaken(String profiles, Path... files) throws Exception {
    List<String> command = program();
    assumeTrue(!command.isEmpty(), "neither docker-compose nor docker compose is here");
    for (Path file : files) {
      command.addAll(List.of("-f", file.toString()));
    }
    command.addAll(List.of("config", "--quiet"));
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("COMPOSE_PROFILES", profiles);
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
  }

  private static List<String> program() {
    for (List<String> candidate :
        List.of(List.of("docker-compose"), List.of("docker", "compose"))) {
      List<String> asked = new ArrayList<>(candidate);
      asked.add("version");
      try {
        Process process =
            new ProcessBuilder(asked)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0) {
          return new ArrayList<>(candidate);
        }
      } catch (IOException e) {
        // not here: the next form may be
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ArrayList<>();
      }
    }
    return new ArrayList<>();
  }
}
