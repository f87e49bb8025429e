package dev.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What one run of the command did.
 *
 * @param exitCode its exit code
 * @param out what it printed on stdout
 * @param err what it printed on stderr
 */
record CommandRun(int exitCode, String out, String err) {

  /** Runs the command in this process, in a home and without an environment. */
  static CommandRun of(Path home, String... arguments) {
    return of(home, Map.of(), arguments);
  }

  /** Runs the command in this process, on the packaged distribution and this environment. */
  static CommandRun ofDistribution(Path home, String... arguments) {
    return run(home, Path.of(System.getProperty("hookline.dist")), System.getenv(), arguments);
  }

  static CommandRun of(Path home, Map<String, String> environment, String... arguments) {
    return run(home, home.resolve("no-distribution"), environment, arguments);
  }

  private static CommandRun run(
      Path home, Path dist, Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Path root = Path.of(System.getProperty("hookline.root"));
    int exitCode =
        HooklineMain.run(
            new Surroundings(
                environment,
                root,
                dist,
                home,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            arguments);
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The last line of stdout, which must be one object. */
  JsonNode json() throws IOException {
    List<String> lines = out.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
