package dev.hookline.devstack.flink;

import dev.hookline.devstack.DevStackException;

/** Flink has said that a stop with savepoint has made none; the job goes on. */
public final class NoSavepointException extends DevStackException {
  private static final long serialVersionUID = 1L;

  /**
   * One with what Flink said.
   *
   * @param message a sentence
   */
  public NoSavepointException(String message) {
    super(message);
  }
}
