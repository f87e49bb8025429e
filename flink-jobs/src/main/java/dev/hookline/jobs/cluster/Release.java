package dev.hookline.jobs.cluster;

import dev.hookline.contract.ContentHash;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/**
 * Which jar of the job a process has on its class path. The code does not travel with the job: a
 * JobManager of one release could give its tasks to a TaskManager of another, which would run them
 * with other code and say nothing. So a task holds the release that has submitted it, and cannot be
 * read where there is another: the job waits, restarting, until the TaskManagers are the same.
 *
 * <p>Two jars are the same when their entries have the same names, sizes and CRC-32s, whenever they
 * were built. Classes that lie in a folder have no release, and are taken for each other.
 */
public final class Release implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String IN_A_FOLDER = "classes-in-a-folder";
  private static final int SHOWN = 12;

  private final String contents;

  private Release(String contents) {
    this.contents = contents;
  }

  /** The one of this process. The first call reads the jar's directory, the others nothing. */
  public static Release here() {
    return Here.RELEASE;
  }

  /**
   * That of a jar, or of a folder with classes.
   *
   * @throws IOException when it cannot be read
   */
  static Release of(Path classes) throws IOException {
    if (Files.isDirectory(classes)) {
      return new Release(IN_A_FOLDER);
    }
    try (ZipFile jar = new ZipFile(classes.toFile())) {
      List<String> entries =
          jar.stream()
              .map(entry -> entry.getName() + ' ' + entry.getSize() + ' ' + entry.getCrc())
              .sorted()
              .collect(Collectors.toList());
      return new Release(
          ContentHash.of(String.join("\n", entries).getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** For a log: the beginning of what tells it from others. */
  @Override
  public String toString() {
    return contents.substring(0, Math.min(SHOWN, contents.length()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Release release && release.contents.equals(contents);
  }

  @Override
  public int hashCode() {
    return contents.hashCode();
  }

  private Object readResolve() throws InvalidObjectException {
    if (!equals(here())) {
      throw new InvalidObjectException(
          "the job was submitted by release "
              + this
              + " of Hookline, and this process has release "
              + here()
              + " on its class path ("
              + Here.CLASSES
              + "): start JobManager and TaskManagers from the same jar or image;"
              + " the job goes on then, and nothing is lost until then");
    }
    return here();
  }

  /** Looked for once in a process. */
  private static final class Here {
    static final Path CLASSES = classes();
    static final Release RELEASE = release();

    private static Path classes() {
      CodeSource source = Release.class.getProtectionDomain().getCodeSource();
      try {
        return Path.of(source.getLocation().toURI());
      } catch (URISyntaxException e) {
        throw new IllegalStateException("no file of this process's: " + source.getLocation(), e);
      }
    }

    private static Release release() {
      try {
        return of(CLASSES);
      } catch (IOException e) {
        throw new IllegalStateException("cannot read " + CLASSES + ", which it runs from", e);
      }
    }
  }
}
