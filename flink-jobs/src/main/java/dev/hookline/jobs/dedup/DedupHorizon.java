package dev.hookline.jobs.dedup;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * How long copies are recognised, and how long the state for it must live.
 *
 * <p>A copy received within the horizon H of the first is dropped. It is read at the latest when
 * Kafka deletes it, which is the topic's retention plus one segment after it was received; the
 * first was read no earlier than it was received. So between the two readings lie at most H +
 * retention + segment, and a state that lives that long is always still there. Everything beyond is
 * garbage collection.
 *
 * @param horizon H
 * @param stateTtl how long the state lives after it was written, by the worker's clock
 */
public record DedupHorizon(Duration horizon, Duration stateTtl) implements Serializable {

  /** Checks that both are above zero. */
  public DedupHorizon {
    Objects.requireNonNull(horizon, "horizon");
    Objects.requireNonNull(stateTtl, "stateTtl");
    if (horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException("the horizon must be above zero; got " + horizon);
    }
  }

  /**
   * The shortest life of the state that keeps the promise.
   *
   * @param horizon H
   * @param readableFor how long a record can be read: the topic's retention plus one segment
   * @return the least TTL
   */
  public static Duration leastTtl(Duration horizon, Duration readableFor) {
    return horizon.plus(readableFor);
  }
}
