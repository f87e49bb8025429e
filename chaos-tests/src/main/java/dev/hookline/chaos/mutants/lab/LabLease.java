package dev.hookline.chaos.mutants.lab;

import dev.hookline.cli.Surroundings;
import java.nio.file.Path;

/**
 * The right to use the one lab of this JVM. The first lease opens the lab and the last one that is
 * closed stops it; so whoever runs many mutants holds a lease meanwhile, and each of them alone
 * still stops what it has started.
 */
public final class LabLease implements AutoCloseable {

  private static final Object LOCK = new Object();
  private static Lab open;
  private static int leases;

  private boolean closed;

  private LabLease() {}

  /**
   * A lease.
   *
   * @param folder where the parts' data and logs go if the lab is not open yet; must outlive all
   *     leases
   */
  public static LabLease open(Path folder) {
    synchronized (LOCK) {
      if (open == null) {
        open = new Lab(folder.resolve("lab"), Surroundings.ofProcess().dist());
      }
      leases++;
      return new LabLease();
    }
  }

  /** The lab. */
  public Lab lab() {
    synchronized (LOCK) {
      if (closed) {
        throw new IllegalStateException("the lease is closed");
      }
      return open;
    }
  }

  @Override
  public void close() {
    synchronized (LOCK) {
      if (closed) {
        return;
      }
      closed = true;
      leases--;
      if (leases == 0) {
        Lab ended = open;
        open = null;
        ended.close();
      }
    }
  }
}
