package dev.hookline.chaos.nemesis;

/** A fault found no victim, or the victim took no notice: the run has not shown what it claims. */
public final class DidNotBite extends Exception {

  private static final long serialVersionUID = 1L;

  DidNotBite(String message) {
    super(message);
  }

  DidNotBite(String message, Throwable cause) {
    super(message, cause);
  }
}
