package dev.hookline.contract;

import java.io.IOException;

/** A body that holds no well-formed JSON object; the message says what is wrong, for the sender. */
public final class MalformedBodyException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong and where, without any of the body's content
   */
  public MalformedBodyException(String message) {
    super(message);
  }
}
