package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.HooklineMain;
import dev.hookline.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code hookline --target compose}, in this process.
 *
 * @param home a folder of the command's own
 * @param environment added to this process's own, as docker-compose has it
 */
record AimedCommand(Path home, Map<String, String> environment) {

  /** Runs it; it must succeed. What it prints last is JSON. */
  JsonNode run(String... arguments) throws IOException {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = "compose";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    Map<String, String> process = new HashMap<>(System.getenv());
    process.putAll(environment);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
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
    assertThat(exitCode)
        .as("%s said: %s%s", List.of(all), printed, err.toString(StandardCharsets.UTF_8))
        .isZero();
    return lastLine(printed);
  }

  /** The JSON that a command has printed as its last line. */
  static JsonNode lastLine(String printed) throws IOException {
    List<String> lines = printed.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
