package dev.hookline.gateway.idempotency;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Claims in the memory of this process: for one gateway only, since another one would not see them,
 * and gone with it. The oldest go when there are too many; what is forgotten is sent again, and the
 * job drops the copy.
 */
public final class InMemoryIdempotencyStore implements IdempotencyStore {

  /** About 150 MB of claims would be too much beside the bodies; this is about 40 MB. */
  private static final int DEFAULT_CAPACITY = 100_000;

  private final Clock clock;
  private final ClaimLifetimes lifetimes;
  private final int capacity;
  private final Map<ClaimKey, State> states = new LinkedHashMap<>();

  /**
   * Makes an empty store.
   *
   * @param clock tells when a state's life is over
   * @param lifetimes of the two states
   */
  public InMemoryIdempotencyStore(Clock clock, ClaimLifetimes lifetimes) {
    this(clock, lifetimes, DEFAULT_CAPACITY);
  }

  InMemoryIdempotencyStore(Clock clock, ClaimLifetimes lifetimes, int capacity) {
    this.clock = clock;
    this.lifetimes = lifetimes;
    this.capacity = capacity;
  }

  @Override
  public synchronized ClaimOutcome claim(ClaimKey key) {
    State state = states.get(key);
    if (state != null && clock.instant().isBefore(state.end())) {
      return state.outcome();
    }
    ClaimOutcome.Acquired mine = new ClaimOutcome.Acquired(UUID.randomUUID().toString());
    put(key, new ClaimOutcome.InFlight(), mine.owner(), lifetimes.pending());
    return mine;
  }

  @Override
  public synchronized Transition complete(ClaimKey key, String contentHash) {
    put(key, new ClaimOutcome.AlreadyPublished(contentHash), "", lifetimes.done());
    return Transition.DONE;
  }

  @Override
  public synchronized Transition release(ClaimKey key, ClaimOutcome.Acquired claim) {
    State state = states.get(key);
    if (state == null
        || !state.owner().equals(claim.owner())
        || !clock.instant().isBefore(state.end())) {
      return Transition.NOT_OURS;
    }
    states.remove(key);
    return Transition.DONE;
  }

  @Override
  public void close() {
    // nothing is held outside the heap
  }

  private void put(ClaimKey key, ClaimOutcome outcome, String owner, Duration life) {
    states.remove(key); // so that it is the youngest again
    states.put(key, new State(outcome, owner, clock.instant().plus(life)));
    if (states.size() > capacity) {
      states.remove(states.keySet().iterator().next());
    }
  }

  /** What the next one who asks is told, until its end. */
  private record State(ClaimOutcome outcome, String owner, Instant end) {}
}
