package dev.hookline.jobs.normalise;

import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.NormalizedEvent.Subject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What a provider's body says.
 *
 * @param subject what the event is about and who did it
 * @param time when it happened, or empty when the body does not say
 * @param credit what it counts for, provided that its time holds
 */
public record Facts(Subject subject, Optional<Instant> time, Credit credit) {
  /** Checks that nothing is null. */
  public Facts {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(credit, "credit");
  }
}
