package dev.hookline.cli;

import dev.hookline.cli.stack.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  private static final Pattern PORT = Pattern.compile("0*[1-9][0-9]{0,4}");
  private static final int MAX_PORT = 65_535;
  private static final Pattern ORGANISATION_SECRET = Pattern.compile("HOOKLINE_[A-Z0-9_]+_SECRET");
  private static final Pattern ORGANISATION_FILE =
      Pattern.compile("[A-Za-z0-9._-]+-(?:github|jira)");
  private static final String GATEWAY_CONFIG = "HOOKLINE_GATEWAY_CONFIG";
  private static final String KAFKA_PROPERTIES = "HOOKLINE_KAFKA_PROPERTIES";
  private static final String MIGRATION_USER = "HOOKLINE_MIGRATION_USER";

  private final Path folder;
  private final Map<String, String> process;
  private final Map<String, String> settings;

  private ComposeTarget(Path folder, Map<String, String> process) {
    this.folder = folder;
    this.process = process;
    this.settings = new HashMap<>(DotEnv.read(folder.resolve(".env")));
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

  /**
   * Checks that no secret is missing: without one, what a command signs and asks would be by the
   * secrets that everybody knows.
   *
   * @param folder as above
   * @param environment as {@link #environment(Path, Map)} gives it, with the files' secrets or
   *     their names
   * @throws CliFailure naming the secret, its file and the way out
   */
  static void requireSecrets(Path folder, Map<String, String> environment) {
    Path secrets = folder.resolve("secrets");
    String wayOut = "'./prepare' in " + folder + " makes it";
    Predicate<String> given =
        variable -> isSet(environment, variable) || isSet(environment, variable + "_FILE");
    if (!Files.exists(secrets) && SECRETS.keySet().stream().noneMatch(given)) {
      throw CliFailure.undecided(secrets + " is missing: " + wayOut);
    }
    if (!isOurs(secrets)) {
      return;
    }
    SECRETS.forEach(
        (variable, name) -> {
          if (!given.test(variable)) {
            Path file = secrets.resolve(name);
            String what =
                Files.isDirectory(file)
                    ? " is a folder, as the engine makes one of a file that is missing: remove it,"
                        + " then "
                    : " is missing: ";
            throw CliFailure.undecided(variable + ": " + file + what + wayOut);
          }
        });
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(process);
    // a path in the gateway's container, and no command asks Redis
    environment.remove("HOOKLINE_REDIS_PASSWORD_FILE");
    PORTS.forEach((part, port) -> environment.put("HOOKLINE_" + part.name(), address(part, port)));
    Path secrets = folder.resolve("secrets");
    SECRETS.forEach((variable, name) -> secret(environment, variable, secrets.resolve(name)));
    organisations(environment, secrets);
    if (isSet(environment, "HOOKLINE_MIGRATION_PASSWORD")
        || isSet(environment, "HOOKLINE_MIGRATION_PASSWORD_FILE")) {
      environment.put(MIGRATION_USER, setting(MIGRATION_USER, "hookline_admin"));
    }
    environment.put(GATEWAY_CONFIG, file(GATEWAY_CONFIG, "../../conf/demo.yaml"));
    environment.put(KAFKA_PROPERTIES, file(KAFKA_PROPERTIES, "kafka-client.properties"));
    return environment;
  }

  /** The folder is its owner's: another user has his secrets in the environment. */
  private static boolean isOurs(Path secrets) {
    return Files.isDirectory(secrets) && Files.isReadable(secrets) && Files.isExecutable(secrets);
  }

  /** What the environment has wins over the file. */
  private void secret(Map<String, String> environment, String variable, Path file) {
    if (!isSet(process, variable)
        && !isSet(process, variable + "_FILE")
        && Files.isRegularFile(file)) {
      environment.put(variable + "_FILE", file.toString());
    }
  }

  /**
   * The secrets of organisations that a team has added: the file {@code myorg-github} is the
   * variable {@code HOOKLINE_…_SECRET} with {@code MYORG_GITHUB} in its middle, as
   * docs/containers.md has it. What .env says wins over the file, except for the secrets that
   * docker-compose.yml itself mounts.
   */
  private void organisations(Map<String, String> environment, Path secrets) {
    settings.forEach(
        (variable, value) -> {
          if (ORGANISATION_SECRET.matcher(variable).matches()
              && !SECRETS.containsKey(variable)
              && !isSet(process, variable + "_FILE")
              && !value.isBlank()) {
            environment.put(variable, value);
          }
        });
    if (!isOurs(secrets)) {
      return;
    }
    try (Stream<Path> files = Files.list(secrets)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (ORGANISATION_FILE.matcher(name).matches()) {
          String variable =
              "HOOKLINE_" + name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_") + "_SECRET";
          if (!isSet(environment, variable)) {
            secret(environment, variable, file);
          }
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw CliFailure.undecided(secrets + " cannot be listed: " + e, e);
    }
  }

  /** By docker-compose's {@code ${VARIABLE:-otherwise}}, for which an empty one is not set. */
  private String setting(String variable, String otherwise) {
    String given = settings.getOrDefault(variable, "").strip();
    return given.isEmpty() ? otherwise : given;
  }

  /** A part that a team already has is at the address that docker-compose gives to the others. */
  private String address(Part part, int published) {
    String given = setting("HOOKLINE_" + part.name(), "");
    if (!given.isEmpty()) {
      return given;
    }
    String port = setting(part.portVariable(), Integer.toString(published));
    if (!PORT.matcher(port).matches() || Integer.parseInt(port) > MAX_PORT) {
      throw CliFailure.undecided(
          part.portVariable()
              + " must be the port that is published, a whole number from 1 to 65535, in the"
              + " environment or "
              + folder.resolve(".env")
              + "; got '"
              + port
              + "'");
    }
    return part.endpoint(Integer.parseInt(port));
  }

  /** As docker-compose takes it: relative to its own folder. */
  private String file(String variable, String otherwise) {
    return folder.resolve(setting(variable, otherwise)).normalize().toString();
  }

  private static boolean isSet(Map<String, String> environment, String variable) {
    return !environment.getOrDefault(variable, "").isBlank();
  }
}
