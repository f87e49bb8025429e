package dev.hookline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that tests over whole stacks begin with. */
final class Homes {

  private Homes() {}

  /** Makes the folder, or removes all that is in it. */
  static void empty(Path home) throws IOException {
    if (Files.exists(home)) {
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(home);
  }
}
