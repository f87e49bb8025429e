package dev.hookline.jobs.cluster;

/** A job's state and what ZooKeeper knows of it do not fit; the message has the ways out. */
final class UnfitStateException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message for operators: what was found where, and what to do
   * @param cause null when nothing has failed
   */
  UnfitStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
