package dev.hookline.devstack;

/** A part of the stack did not start, stop or answer; the message says which and where to look. */
public class DevStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DevStackException(String message) {
    super(message);
  }

  public DevStackException(String message, Throwable cause) {
    super(message, cause);
  }
}
