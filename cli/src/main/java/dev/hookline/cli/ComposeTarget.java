package dev.hookline.cli;

import dev.hookline.cli.stack.Part;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The system under docker-compose, as a command on the same machine finds it: at the ports that it
 * publishes, with the secrets in its folder. What docker-compose reads is read the same way: the
 * file {@code .env}, over which the environment wins.
 */
final class ComposeTarget {

  /** What {@code --target} calls it. */
  static final String NAME = "compose";

  /** What docker-compose.yml publishes unless a port's variable says otherwise. */
  static final Map<Part, Integer> PORTS =
      new EnumMap<>(
          Map.of(
              Part.GATEWAY, 8080,
              Part.ADMIN, 8081,
              Part.FLINK, 8082,
              Part.KAFKA, 9092,
              Part.CLICKHOUSE, 8123));

  /** Variable to the file among the secrets that holds it. */
  static final Map<String, String> SECRETS =
      Map.of(
          "HOOKLINE_ANALYST_PASSWORD", "analyst-password",
          "HOOKLINE_WRITER_PASSWORD", "writer-password",
          "HOOKLINE_MIGRATION_PASSWORD", "migration-password",
          "HOOKLINE_GITHUB_SECRET", "github-secret",
          "HOOKLINE_JIRA_SECRET", "jira-secret");

  private static final String GATEWAY_CONFIG = "HOOKLINE_GATEWAY_CONFIG";
  private static final String KAFKA_PROPERTIES = "HOOKLINE_KAFKA_PROPERTIES";
  private static final String MIGRATION_USER = "HOOKLINE_MIGRATION_USER";

  private final Path folder;
  private final Map<String, String> process;
  private final Map<String, String> settings;

  private ComposeTarget(Path folder, Map<String, String> process) {
    this.folder = folder;
    this.process = process;
    this.settings = new HashMap<>(dotEnv(folder.resolve(".env")));
    this.settings.putAll(process);
  }

  /**
   * The environment of a command that is aimed at it.
   *
   * @param folder holds docker-compose.yml, the secrets and, perhaps, .env
   * @param process the command's own environment, which wins
   * @return the same with addresses, secrets and files
   * @throws CliFailure when there is no such folder, or its settings cannot be used
   */
  static Map<String, String> environment(Path folder, Map<String, String> process) {
    if (!Files.isRegularFile(folder.resolve("docker-compose.yml"))) {
      throw CliFailure.undecided("--target compose: there is no docker-compose.yml in " + folder);
    }
    return new ComposeTarget(folder, process).environment();
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(process);
    PORTS.forEach((part, port) -> environment.put("HOOKLINE_" + part.name(), address(part, port)));
    SECRETS.forEach(
        (variable, name) -> {
          Path file = folder.resolve("secrets").resolve(name);
          if (!isSet(process, variable)
              && !isSet(process, variable + "_FILE")
              && Files.exists(file)) {
            environment.put(variable + "_FILE", file.toString());
          }
        });
    if (isSet(environment, "HOOKLINE_MIGRATION_PASSWORD")
        || isSet(environment, "HOOKLINE_MIGRATION_PASSWORD_FILE")) {
      environment.put(MIGRATION_USER, settings.getOrDefault(MIGRATION_USER, "hookline_admin"));
    }
    environment.put(GATEWAY_CONFIG, file(GATEWAY_CONFIG, "../../conf/demo.yaml"));
    environment.put(KAFKA_PROPERTIES, file(KAFKA_PROPERTIES, "kafka-client.properties"));
    return environment;
  }

  /** A part that a team already has is at the address that docker-compose gives to the others. */
  private String address(Part part, int published) {
    String given = settings.getOrDefault("HOOKLINE_" + part.name(), "").strip();
    if (!given.isEmpty()) {
      return given;
    }
    String port = settings.getOrDefault(part.portVariable(), "").strip();
    try {
      return part.endpoint(port.isEmpty() ? published : Integer.parseInt(port));
    } catch (NumberFormatException e) {
      throw CliFailure.undecided(
          part.portVariable() + " must be a port that is published; got '" + port + "'", e);
    }
  }

  /** As docker-compose takes it: relative to its own folder. */
  private String file(String variable, String otherwise) {
    String given = settings.getOrDefault(variable, "").strip();
    return folder.resolve(given.isEmpty() ? otherwise : given).normalize().toString();
  }

  private static boolean isSet(Map<String, String> environment, String variable) {
    return !environment.getOrDefault(variable, "").isBlank();
  }

  private static Map<String, String> dotEnv(Path file) {
    Map<String, String> variables = new HashMap<>();
    if (Files.isRegularFile(file)) {
      Properties lines = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        lines.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw CliFailure.undecided(file + " cannot be read as lines of NAME=value: " + e, e);
      }
      lines.forEach((name, value) -> variables.put(name.toString(), value.toString()));
    }
    return variables;
  }
}
