package dev.hookline.cli;

import dev.hookline.contract.settings.SecretFiles;
import dev.hookline.contract.settings.SettingException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a command finds around itself. Every command takes it in its constructor, so that a test can
 * give it another home, environment and output.
 *
 * @param environment the environment variables
 * @param root the checkout: holds {@code conf/}
 * @param dist the built distribution: {@code lib/}, {@code job/}
 * @param home where the stack keeps data, logs and state
 * @param out results
 * @param err everything else
 * @param target the system that the command is aimed at, whose addresses are in the environment;
 *     empty for the stack of the home
 */
public record Surroundings(
    Map<String, String> environment,
    Path root,
    Path dist,
    Path home,
    PrintStream out,
    PrintStream err,
    Optional<String> target) {

  /** Makes the paths absolute and the environment unchangeable. */
  public Surroundings {
    environment = Map.copyOf(environment);
    root = root.toAbsolutePath().normalize();
    dist = dist.toAbsolutePath().normalize();
    home = home.toAbsolutePath().normalize();
    Objects.requireNonNull(target, "target");
  }

  /** Aimed at the stack of the home. */
  public Surroundings(
      Map<String, String> environment,
      Path root,
      Path dist,
      Path home,
      PrintStream out,
      PrintStream err) {
    this(environment, root, dist, home, out, err, Optional.empty());
  }

  /**
   * The same, aimed at another system.
   *
   * @param name of the system
   * @param addresses the environment with its addresses
   * @return never null
   */
  Surroundings aimedAt(String name, Map<String, String> addresses) {
    return new Surroundings(addresses, root, dist, home, out, err, Optional.of(name));
  }

  /**
   * The same, with the secrets that the environment names files for.
   *
   * @return never null
   * @throws CliFailure naming the variable whose file cannot be read
   */
  Surroundings withSecretFiles() {
    try {
      return new Surroundings(SecretFiles.resolve(environment), root, dist, home, out, err, target);
    } catch (SettingException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
  }

  /**
   * Those of this process: the system properties {@code hookline.root} and {@code hookline.dist}
   * that the script sets (else the working directory), and {@code HOOKLINE_HOME} (else {@code
   * .hookline} in the root).
   *
   * @return never null
   */
  public static Surroundings ofProcess() {
    Map<String, String> environment = System.getenv();
    Path root = Path.of(System.getProperty("hookline.root", ""));
    Path dist =
        Path.of(System.getProperty("hookline.dist", root.resolve("target/dist").toString()));
    String home = environment.get("HOOKLINE_HOME");
    return new Surroundings(
        environment,
        root,
        dist,
        home == null || home.isBlank() ? root.resolve(".hookline") : Path.of(home),
        stream(FileDescriptor.out),
        stream(FileDescriptor.err));
  }

  /**
   * Where a command writes.
   *
   * @param json whether the command was asked for JSON
   * @return a console on {@link #out} and {@link #err}
   */
  public Console console(boolean json) {
    return new Console(out, err, json);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
