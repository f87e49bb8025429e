package dev.hookline.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that bodies may take over all requests. It is reserved as bytes arrive, not as a
 * sender announces them, so that a Content-Length alone takes nothing. Thread-safe.
 */
final class InFlightBytes {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  InFlightBytes(long limit) {
    this.limit = limit;
  }

  /** Bytes reserved now. */
  long used() {
    return used.get();
  }

  long limit() {
    return limit;
  }

  /** A reservation of nothing yet. */
  Reservation open() {
    return new Reservation();
  }

  /** One request's share. Closing it twice is harmless. */
  final class Reservation implements AutoCloseable {
    private long held;
    private boolean closed;

    /** Takes more, or nothing if that would be too much. */
    synchronized boolean grow(long bytes) {
      if (closed || used.addAndGet(bytes) > limit) {
        if (!closed) {
          used.addAndGet(-bytes);
        }
        return false;
      }
      held += bytes;
      return true;
    }

    /** Gives some back. */
    synchronized void shrink(long bytes) {
      long given = Math.min(bytes, held);
      held -= given;
      used.addAndGet(-given);
    }

    @Override
    public synchronized void close() {
      closed = true;
      used.addAndGet(-held);
      held = 0;
    }
  }
}
