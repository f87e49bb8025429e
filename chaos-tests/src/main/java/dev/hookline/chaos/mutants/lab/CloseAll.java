package dev.hookline.chaos.mutants.lab;

import java.util.Deque;

/** Closes what was opened, the last first, and loses no exception. */
final class CloseAll {

  private CloseAll() {}

  /**
   * Closes all, also when one fails.
   *
   * @param opened the last first; empty afterwards
   * @param what each of them is, for the message
   */
  static void of(Deque<AutoCloseable> opened, String what) {
    IllegalStateException failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (failure == null) {
          failure = new IllegalStateException(what + " did not stop: " + e.getMessage(), e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
