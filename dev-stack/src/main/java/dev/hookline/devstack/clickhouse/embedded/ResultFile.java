package dev.hookline.devstack.clickhouse.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where the engine writes a result before any of it is answered. So a failure after some rows is an
 * error and not a cut answer, a format's header stands there once, and the length is known.
 */
final class ResultFile implements AutoCloseable {
  private static final String SUFFIX = ".result";

  private final Path path;

  private ResultFile(Path path) {
    this.path = path;
  }

  static ResultFile in(Path folder) {
    return new ResultFile(folder.resolve(UUID.randomUUID() + SUFFIX));
  }

  /** Removes what an earlier process left when it was killed. */
  static void clear(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(SUFFIX)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  Path path() {
    return path;
  }

  /** The bytes written; 0 when the engine wrote no file, as for {@code FORMAT Null}. */
  long size() throws IOException {
    return Files.exists(path) ? Files.size(path) : 0;
  }

  InputStream open() throws IOException {
    return Files.exists(path) ? Files.newInputStream(path) : InputStream.nullInputStream();
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
