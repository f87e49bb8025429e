package dev.hookline.devstack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * Which JVM has been given which port. A claim on port n is a lock on byte n of a file that all
 * JVMs of a user share; the kernel drops it when the JVM ends, however it ends.
 */
final class PortClaims {
  private final Path file;
  private final Set<Integer> own = new HashSet<>();
  private FileChannel open;
  private boolean unlockable;

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
   * Claims a port until this JVM ends. Where the file cannot be locked every port can be had: two
   * JVMs may then draw the same one, and the later of two servers says that it is in use.
   *
   * @return whether nobody had it: false also if this JVM has claimed it before
   */
  synchronized boolean claim(int port) {
    if (own.contains(port)) {
      return false;
    }
    boolean claimed = unlockable || lock(port);
    if (claimed) {
      own.add(port);
    }
    return claimed;
  }

  /** Whether the port is this JVM's, from now on or since before. */
  synchronized boolean hold(int port) {
    return own.contains(port) || claim(port);
  }

  private boolean lock(int port) {
    try {
      if (open == null) {
        Files.createDirectories(file.getParent());
        // Never closed: to close any channel of the file would drop all of this JVM's locks on it.
        open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      }
      return open.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false; // another object's of this JVM
    } catch (IOException e) {
      unlockable = true;
      System.err.println("Ports are chosen without a look at other JVMs' ports: " + e);
      return true;
    }
  }
}
