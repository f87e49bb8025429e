package dev.hookline.devstack.internal;

import dev.hookline.devstack.DevStackException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Closes what was opened, the last first, and loses no exception. */
public final class CloseInReverse {
  private CloseInReverse() {}

  /**
   * Closes all, also when one fails.
   *
   * @param opened in the order of opening
   * @throws DevStackException the first failure, with the others suppressed in it
   */
  public static void all(Collection<? extends AutoCloseable> opened) {
    List<AutoCloseable> last = new ArrayList<>(opened);
    Collections.reverse(last);
    DevStackException failure = null;
    for (AutoCloseable one : last) {
      try {
        one.close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (failure == null) {
          failure = new DevStackException("cannot stop a part: " + e.getMessage(), e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Closes all because of another failure, which keeps what goes wrong as suppressed. */
  public static void after(Throwable cause, Collection<? extends AutoCloseable> opened) {
    try {
      all(opened);
    } catch (DevStackException e) {
      cause.addSuppressed(e);
    }
  }
}
