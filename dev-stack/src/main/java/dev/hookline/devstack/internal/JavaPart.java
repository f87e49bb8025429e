package dev.hookline.devstack.internal;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A part that runs on a JVM of its own, from a folder of jars. It logs to a bounded file through
 * the log4j configuration among the resources; what it prints goes to a second file.
 *
 * @param name the part, which names its files
 * @param lib the folder of jars
 * @param more jars after those of the folder
 * @param folder where its logs are
 * @param home its working folder, for its configuration
 */
public record JavaPart(String name, Path lib, List<Path> more, DataFolder folder, Path home) {

  /**
   * @throws DevStackException if the folder holds no jars
   */
  public JavaPart {
    requireJars(name, lib);
    more = List.copyOf(more);
  }

  /** A part with the jars of the folder alone. */
  public JavaPart(String name, Path lib, DataFolder folder, Path home) {
    this(name, lib, List.of(), folder, home);
  }

  private static void requireJars(String name, Path lib) {
    try (Stream<Path> files = Files.isDirectory(lib) ? Files.list(lib) : Stream.empty()) {
      if (files.noneMatch(file -> file.toString().endsWith(".jar"))) {
        throw new DevStackException(
            name + " has no jars in " + lib + ": build them with mvn process-resources");
      }
    } catch (IOException e) {
      throw new DevStackException("cannot read " + lib + ": " + e.getMessage(), e);
    }
  }

  /**
   * Starts the process without waiting.
   *
   * @param jvmArgs such as heap sizes
   * @param main the main class
   * @param args its arguments
   * @param environment added to the inherited environment
   */
  public ChildProcess start(
      List<String> jvmArgs, String main, List<String> args, Map<String, String> environment) {
    Path log = folder.log(name);
    return ChildProcess.builder(name, command(jvmArgs, main, args))
        .environment(environment)
        .workingDirectory(home)
        .log(folder.output(name))
        .ownLog(log)
        .pidFile(folder.pidFile(name))
        .start();
  }

  private List<String> command(List<String> jvmArgs, String main, List<String> args) {
    Path log4j = Template.write("log4j2.properties", Map.of(), home.resolve("log4j2.properties"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArgs);
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Dlog4j2.configurationFile=" + log4j.toUri());
    command.add("-Dhookline.log=" + folder.log(name));
    command.add("-cp");
    command.add(classPath());
    command.add(main);
    command.addAll(args);
    return command;
  }

  private String classPath() {
    StringBuilder path = new StringBuilder(lib.toAbsolutePath() + File.separator + "*");
    more.forEach(jar -> path.append(File.pathSeparator).append(jar.toAbsolutePath()));
    return path.toString();
  }
}
