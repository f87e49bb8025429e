package dev.hookline.jobs.source;

/**
 * The topic is not the log that the job's state belongs to, or no longer holds what comes next. The
 * job fails at every attempt until a person has decided: going on would count on over a gap.
 */
public final class BrokenLogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what does not fit, and the way out
   */
  public BrokenLogException(String message) {
    super(message);
  }
}
