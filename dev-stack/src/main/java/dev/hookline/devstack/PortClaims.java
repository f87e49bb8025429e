package dev.hookline.devstack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Which JVM has been given which port. A claim on port n is a lock on byte n of a file that all
 * JVMs of a user share; the kernel drops it when the JVM ends, however it ends.
 */
final class PortClaims {
  private final Path file;
  private FileChannel open;

  /**
   * @param file made when missing, with its folder; stays empty, a lock needs no byte that is there
   */
  PortClaims(Path file) {
    this.file = file;
  }

  /** The file of this user's JVMs; in the cache folder, which they share over all checkouts. */
  static Path sharedFile() {
    return CacheFolder.path().resolve("ports.lock");
  }

  /**
   * Claims a port until this JVM ends.
   *
   * @return whether it was free: false also if this JVM has claimed it before
   * @throws DevStackException if the file cannot be locked
   */
  synchronized boolean claim(int port) {
    try {
      if (open == null) {
        // Never closed: to close any channel of the file would drop all of this JVM's locks on it.
        Files.createDirectories(file.getParent());
        open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      }
      return open.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false; // this JVM's own
    } catch (IOException e) {
      throw new DevStackException("cannot claim a port in " + file + ": " + e.getMessage(), e);
    }
  }
}
