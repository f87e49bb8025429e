package dev.hookline.chaos.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What a run does to whole folders. */
final class Folders {

  private Folders() {}

  /** Deletes a folder and what is in it; nothing when it is not there. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * The regular files in a folder; none when it is not there.
   *
   * @param levels how deep they may lie; 1 for the folder itself
   */
  static List<Path> files(Path folder, int levels) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder, levels)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
