package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program docker-compose, or docker's own compose, whichever is here. */
final class DockerCompose {

  private static final Duration ASK_LIMIT = Duration.ofSeconds(30);

  private final List<String> program;
  private final Map<String, String> environment;

  private DockerCompose(List<String> program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /**
   * Looks for it.
   *
   * @param environment added to this process's own
   * @return empty when neither is here
   */
  static Optional<DockerCompose> find(Map<String, String> environment) {
    for (List<String> candidate :
        List.of(List.of("docker-compose"), List.of("docker", "compose"))) {
      List<String> asked = new ArrayList<>(candidate);
      asked.add("version");
      try {
        if (run(asked, Map.of(), ASK_LIMIT).exitCode() == 0) {
          return Optional.of(new DockerCompose(candidate, environment));
        }
      } catch (IOException notHere) {
        // the other form may be
      }
    }
    return Optional.empty();
  }

  /** What a program printed, on both streams, and its exit code. */
  record Run(int exitCode, String output) {}

  /** Runs it in the folder of docker-compose.yml and returns what it printed; it must succeed. */
  String run(Duration limit, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    return succeed(command, environment, limit);
  }

  /** Runs any program there; it must succeed. */
  static String succeed(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    Run run = run(command, environment, limit);
    assertThat(run.exitCode()).as("%s said: %s", command, run.output()).isZero();
    return run.output();
  }

  private static Run run(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    Path output = Files.createTempFile("compose", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(ComposeFile.FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            command + " has not ended within " + limit + ": " + Files.readString(output));
      }
      return new Run(process.exitValue(), Files.readString(output));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while " + command + " ran", e);
    } finally {
      Files.delete(output);
    }
  }
}
