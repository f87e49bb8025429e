package dev.hookline.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

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
 */
public record Surroundings(
    Map<String, String> environment,
    Path root,
    Path dist,
    Path home,
    PrintStream out,
    PrintStream err) {

  /** Makes the paths absolute and the environment unchangeable. */
  public Surroundings {
    environment = Map.copyOf(environment);
    root = root.toAbsolutePath().normalize();
    dist = dist.toAbsolutePath().normalize();
    home = home.toAbsolutePath().normalize();
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
