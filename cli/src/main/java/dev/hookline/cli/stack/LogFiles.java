package dev.hookline.cli.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The log files of a stack, also after it was stopped. */
public final class LogFiles {

  private static final String SUFFIX = ".log";

  private LogFiles() {}

  /**
   * Finds them.
   *
   * @param home the stack's home
   * @return the part's name to its log, by name; empty when no stack was started there
   * @throws IOException when the folder cannot be read
   */
  public static Map<String, Path> of(Home home) throws IOException {
    Map<String, Path> logs = new TreeMap<>();
    if (Files.isDirectory(home.logs())) {
      try (Stream<Path> files = Files.list(home.logs())) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(SUFFIX)) {
            logs.put(name.substring(0, name.length() - SUFFIX.length()), file);
          }
        }
      }
    }
    Path jobManager = logs.get(LocalStack.JOB_MANAGER);
    if (jobManager != null) {
      logs.put(Part.FLINK.label(), jobManager);
    }
    return logs;
  }
}
