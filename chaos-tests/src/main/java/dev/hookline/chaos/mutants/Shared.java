package dev.hookline.chaos.mutants;

import java.nio.file.Path;
import java.util.function.Function;

/**
 * Something that takes seconds to start and that many users in a row share. The first lease starts
 * it and the last one that is closed stops it; so whoever has many users holds a lease meanwhile,
 * and each of them alone still stops what it has started. Thread-safe.
 *
 * @param <T> what is shared
 */
public final class Shared<T extends AutoCloseable> {

  /** The right to use it until it is closed; closing it twice does nothing. */
  public interface Lease<T> extends AutoCloseable {

    /**
     * What is shared.
     *
     * @throws IllegalStateException after the lease was closed
     */
    T get();

    @Override
    void close();
  }

  private final Function<Path, T> start;
  private T running;
  private int leases;

  /**
   * Nothing is started yet.
   *
   * @param start starts it in a folder
   */
  public Shared(Function<Path, T> start) {
    this.start = start;
  }

  /**
   * A lease.
   *
   * @param folder where data and logs go, if it is not running yet; must outlive all leases
   */
  public synchronized Lease<T> open(Path folder) {
    if (running == null) {
      running = start.apply(folder);
    }
    leases++;
    return new OneLease();
  }

  private synchronized void giveBack() {
    leases--;
    if (leases > 0) {
      return;
    }
    T ended = running;
    running = null;
    try {
      ended.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("what was shared could not be stopped", e);
    }
  }

  private final class OneLease implements Lease<T> {
    private boolean closed;

    @Override
    public T get() {
      synchronized (Shared.this) {
        if (closed) {
          throw new IllegalStateException("the lease is closed");
        }
        return running;
      }
    }

    @Override
    public void close() {
      synchronized (Shared.this) {
        if (!closed) {
          closed = true;
          giveBack();
        }
      }
    }
  }
}
