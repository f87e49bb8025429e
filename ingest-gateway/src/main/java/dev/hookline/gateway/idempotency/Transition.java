package dev.hookline.gateway.idempotency;

/** What came of completing or releasing a claim. */
public enum Transition {
  /** It was done. */
  DONE,
  /** There was nothing of ours to release. */
  NOT_OURS,
  /** The store did not say, in time or at all; a pending claim ends by itself. */
  UNAVAILABLE
}
