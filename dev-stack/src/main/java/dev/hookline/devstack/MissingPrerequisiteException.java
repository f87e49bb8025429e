package dev.hookline.devstack;

/** Something this machine must have is not there. The message is one line with the way out. */
public final class MissingPrerequisiteException extends DevStackException {
  private static final long serialVersionUID = 1L;

  public MissingPrerequisiteException(String message) {
    super(message);
  }
}
