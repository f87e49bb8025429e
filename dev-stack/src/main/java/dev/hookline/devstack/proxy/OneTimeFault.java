package dev.hookline.devstack.proxy;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A fault that a {@link FaultyProxy} does to one request, the first that it fits. Thread-safe. */
public final class OneTimeFault {

  private enum State {
    ARMED,
    CLAIMED,
    BIT,
    DISARMED
  }

  private final String marker;
  private final long bodyBytes;
  private final AtomicReference<State> state = new AtomicReference<>(State.ARMED);

  private OneTimeFault(String marker, long bodyBytes) {
    this.marker = Objects.requireNonNull(marker, "marker");
    this.bodyBytes = bodyBytes;
  }

  static OneTimeFault cutBody(String marker, long bodyBytes) {
    if (bodyBytes < 0) {
      throw new IllegalArgumentException("bytes of a body are not negative: " + bodyBytes);
    }
    return new OneTimeFault(marker, bodyBytes);
  }

  static OneTimeFault swallow(String marker) {
    return new OneTimeFault(marker, Long.MAX_VALUE);
  }

  /** Whether the fault was done; a test whose fault did not bite has shown nothing. */
  public boolean bit() {
    return state.get() == State.BIT;
  }

  /** Does it to no request any more, whichever has it now; what was done stays done. */
  public void disarm() {
    state.updateAndGet(now -> now == State.BIT ? State.BIT : State.DISARMED);
  }

  /** Whether it will be done to no request any more. */
  boolean isOver() {
    return state.get() == State.BIT || state.get() == State.DISARMED;
  }

  boolean swallowsAnswer() {
    return bodyBytes == Long.MAX_VALUE;
  }

  /** How many bytes of the body pass before the cut. */
  long bodyBytes() {
    return bodyBytes;
  }

  /** Takes the fault for a request, if it fits and no other has it. */
  boolean claim(String requestHead) {
    return requestHead.contains(marker) && state.compareAndSet(State.ARMED, State.CLAIMED);
  }

  /** The request came to its end without the fault: another one may have it. */
  void giveBack() {
    state.compareAndSet(State.CLAIMED, State.ARMED);
  }

  /**
   * The request that has it is about to be harmed.
   *
   * @return false if it must be spared, since the fault was disarmed meanwhile
   */
  boolean bite() {
    return state.compareAndSet(State.CLAIMED, State.BIT);
  }

  @Override
  public String toString() {
    String what = swallowsAnswer() ? "swallow the answer" : "cut after " + bodyBytes + " bytes";
    return what + " of a request with '" + marker + "': " + state.get();
  }
}
