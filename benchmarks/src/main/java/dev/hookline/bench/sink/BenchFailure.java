package dev.hookline.bench.sink;

/** A measurement that says nothing: a variant failed, or rows are missing. */
public final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure. */
  public BenchFailure(String message) {
    super(message);
  }
}
