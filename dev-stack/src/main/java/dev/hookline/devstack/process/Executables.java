package dev.hookline.devstack.process;

import dev.hookline.devstack.MissingPrerequisiteException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs on the PATH, so that a missing one is named before it is needed. */
public final class Executables {
  private Executables() {}

  /** The program's file, or empty when no folder of the PATH holds it. */
  public static Optional<Path> find(String program) {
    return find(program, System.getenv().getOrDefault("PATH", ""));
  }

  /**
   * The program's file.
   *
   * @param wayOut what the user can do when it is missing, as the rest of the error's line
   * @throws MissingPrerequisiteException when no folder of the PATH holds it
   */
  public static Path require(String program, String wayOut) {
    return find(program).orElseThrow(() -> missing(program, wayOut));
  }

  static Optional<Path> find(String program, String path) {
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (folder.isEmpty()) {
        continue;
      }
      Path candidate = Path.of(folder).resolve(program);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  static MissingPrerequisiteException missing(String program, String wayOut) {
    return new MissingPrerequisiteException(program + " is not on the PATH: " + wayOut);
  }
}
