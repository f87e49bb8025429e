package dev.hookline.jobs.normalise;

import dev.hookline.jobs.metrics.Lateness;
import dev.hookline.jobs.normalise.NormalizedEvent.EventTime;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Puts an event into its hour and says whether it came too late for it: a function of the payload's
 * time and the time of receipt alone.
 *
 * @param lateness decides about too late
 */
public record TimeLabel(Lateness lateness) implements Serializable {

  /** How far ahead of the receipt a payload's time may be before it is a fault of some clock. */
  public static final Duration MAX_AHEAD = Duration.ofDays(1);

  /** Checks that nothing is null. */
  public TimeLabel {
    Objects.requireNonNull(lateness, "lateness");
  }

  /**
   * Labels an event.
   *
   * @param payloadTime the payload's own time, or empty
   * @param receivedAt when the gateway received it
   * @return never null
   */
  public EventTime of(Optional<Instant> payloadTime, Instant receivedAt) {
    if (payloadTime.isEmpty()) {
      return new EventTime(Instant.EPOCH, receivedAt, EventTimeSource.RECEIVED, false);
    }
    Instant time = payloadTime.get();
    EventTimeSource source =
        time.isAfter(receivedAt.plus(MAX_AHEAD)) ? EventTimeSource.FUTURE : EventTimeSource.PAYLOAD;
    return new EventTime(time, time, source, lateness.isLate(time, receivedAt));
  }
}
