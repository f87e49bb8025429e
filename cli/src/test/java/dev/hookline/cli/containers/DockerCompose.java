package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.CacheFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.debian.DebianPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program docker-compose, or docker's own compose, whichever is here; else Debian's. */
final class DockerCompose {

  private static final DebianPackage DEBIANS =
      new DebianPackage("docker-compose", "install docker-compose");
  private static final Duration ASK_LIMIT = Duration.ofMinutes(2);

  private final List<String> program;
  private final Map<String, String> environment;

  private DockerCompose(List<String> program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /**
   * Looks for it, and where there is none takes Debian's, which is downloaded once and installed
   * nowhere.
   *
   * @param environment added to this process's own
   * @return empty when it can be had in no way, which is told
   */
  static Optional<DockerCompose> findOrFetch(Map<String, String> environment) {
    return find(environment).or(() -> fetch(environment));
  }

  private static Optional<DockerCompose> fetch(Map<String, String> environment) {
    try {
      Path root = DEBIANS.unpacked(CacheFolder.path(), System.err::println);
      Map<String, String> all = new HashMap<>(environment);
      all.put("PYTHONPATH", root.resolve("usr/lib/python3/dist-packages").toString());
      all.put("LD_LIBRARY_PATH", DebianPackage.libraryPath(root));
      List<String> program = program(root);
      List<String> asked = new ArrayList<>(program);
      asked.add("version");
      Run version = run(asked, all, ASK_LIMIT);
      if (version.exitCode() == 0) {
        return Optional.of(new DockerCompose(program, all));
      }
      System.err.println("Debian's docker-compose does not run here: " + version.output());
    } catch (DevStackException | IOException e) {
      System.err.println("docker-compose cannot be fetched: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** A script of Debian 12's names the installed Python, which may be missing; a program is one. */
  private static List<String> program(Path root) throws IOException {
    Path file = root.resolve("usr/bin/docker-compose");
    try (InputStream in = Files.newInputStream(file)) {
      if (in.read() != '#') {
        return List.of(file.toString());
      }
    }
    Path installed = Path.of("/usr/bin/python3");
    Path python = Files.isExecutable(installed) ? installed : root.resolve("usr/bin/python3");
    return List.of(python.toString(), file.toString());
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

  /** Looks for it; one of both must be here. */
  static DockerCompose need(Map<String, String> environment) {
    return find(environment)
        .orElseThrow(() -> new AssertionError("neither docker-compose nor docker compose"));
  }

  /** What a program printed, on both streams, and its exit code. */
  record Run(int exitCode, String output) {}

  /** Runs it in the folder of docker-compose.yml and returns what it printed; it must succeed. */
  String run(Duration limit, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    return succeed(command, environment, limit);
  }

  /** Whether a program that is run there succeeds. */
  static boolean succeeds(List<String> command, Duration limit) throws IOException {
    return run(command, Map.of(), limit).exitCode() == 0;
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
