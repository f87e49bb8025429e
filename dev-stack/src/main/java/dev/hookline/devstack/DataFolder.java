package dev.hookline.devstack;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The one folder below which a stack keeps everything: {@code logs/<part>.log}, {@code
 * pids/<part>.pid}, {@code ports.properties} and a folder of data for each part.
 *
 * @param root absolute; created when it is first written to
 */
public record DataFolder(Path root) {
  private static final Object PORTS_FILE = new Object();

  public DataFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** The folder of a part's data and rendered configuration. */
  public Path data(String part) {
    return root.resolve(part);
  }

  /** The log that users read; bounded by rotation for the parts that run on the JVM. */
  public Path log(String part) {
    return root.resolve("logs").resolve(part + ".log");
  }

  /** What a JVM part prints beside its log: next to nothing, unless the JVM itself dies. */
  public Path output(String part) {
    return root.resolve("logs").resolve(part + ".out");
  }

  /** The file that holds the process id while the part runs. */
  public Path pidFile(String part) {
    return root.resolve("pids").resolve(part + ".pid");
  }

  /**
   * Decides a part's port. A free one is chosen once and remembered in the folder, so that what was
   * told the addresses of a stack finds the next one there.
   *
   * @param key what the port is for, such as {@code kafka}
   * @param requested the port to take, or 0 for any free one
   * @param setting the setting that chooses the port, for the error
   * @throws DevStackException if the requested port is in use
   */
  public int choosePort(String key, int requested, String setting) {
    if (requested != 0) {
      LoopbackPort.requireFree(requested, key, setting);
      return requested;
    }
    synchronized (PORTS_FILE) {
      try {
        Path file = root.resolve("ports.properties");
        Properties ports = new Properties();
        if (Files.exists(file)) {
          try (Reader in = Files.newBufferedReader(file)) {
            ports.load(in);
          }
        }
        int remembered = Integer.parseInt(ports.getProperty(key, "0"));
        if (remembered != 0 && LoopbackPort.takeAgain(remembered)) {
          return remembered;
        }
        int chosen = LoopbackPort.free();
        ports.setProperty(key, Integer.toString(chosen));
        Files.createDirectories(root);
        try (Writer out = Files.newBufferedWriter(file)) {
          ports.store(out, "Ports chosen at the first start on this folder");
        }
        return chosen;
      } catch (IOException e) {
        throw new UncheckedIOException("cannot keep the ports in " + root, e);
      }
    }
  }
}
