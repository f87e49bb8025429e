package dev.hookline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gives a command to another main, in a process whose class path this one must not have. */
final class HandOver {

  private final Surroundings surroundings;
  private final String lib;
  private final String main;
  private final String heap;

  /**
   * @param lib the folder of its jars below {@code lib/}
   * @param main its main class
   * @param heap its largest heap, such as {@code 256m}
   */
  HandOver(Surroundings surroundings, String lib, String main, String heap) {
    this.surroundings = surroundings;
    this.lib = lib;
    this.main = main;
    this.heap = heap;
  }

  /**
   * Runs it with this process's input and output.
   *
   * @return its exit code
   * @throws CliFailure when it is not built or cannot be started
   */
  int run(List<String> arguments) throws InterruptedException {
    Path jars = surroundings.dist().resolve("lib").resolve(lib);
    if (!Files.isDirectory(jars)) {
      throw CliFailure.undecided(jars + " is missing: build with 'mvn package' first");
    }
    List<String> command = new ArrayList<>();
    // The signal belongs to the thread that starts the process: this one, which waits for its end.
    command.addAll(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC"));
    command.add("-Dhookline.root=" + surroundings.root());
    command.add("-Dhookline.dist=" + surroundings.dist());
    command.addAll(List.of("-cp", jars + "/*", main));
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw CliFailure.undecided("cannot start " + main + ": " + e.getMessage(), e);
    }
  }
}
