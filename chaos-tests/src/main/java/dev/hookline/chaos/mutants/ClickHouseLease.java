package dev.hookline.chaos.mutants;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.nio.file.Path;

/**
 * A ClickHouse process that several mutants in a row share. The first lease starts it and the last
 * one that is closed stops it; so whoever runs many mutants holds a lease meanwhile, and each of
 * them alone still stops what it has started.
 */
public final class ClickHouseLease implements AutoCloseable {
  private static final Object LOCK = new Object();
  private static EmbeddedClickHouse running;
  private static int leases;

  private boolean closed;

  private ClickHouseLease() {}

  /**
   * A lease of the one process of this JVM.
   *
   * @param folder where its data and log go, if it is not running yet; must outlive all leases
   */
  public static ClickHouseLease open(Path folder) {
    synchronized (LOCK) {
      if (running == null) {
        running = EmbeddedClickHouse.start(folder.resolve("clickhouse"), 0);
      }
      leases++;
      return new ClickHouseLease();
    }
  }

  /** The process. Whoever kills it starts it again before the lease is closed. */
  public EmbeddedClickHouse clickHouse() {
    synchronized (LOCK) {
      if (closed) {
        throw new IllegalStateException("the lease is closed");
      }
      return running;
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
        running.close();
        running = null;
      }
    }
  }
}
