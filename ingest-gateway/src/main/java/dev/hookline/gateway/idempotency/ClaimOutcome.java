package dev.hookline.gateway.idempotency;

import java.util.function.Function;

/** What came of a claim. */
public sealed interface ClaimOutcome {

  /**
   * Takes any case; a further one would not compile until it is handled.
   *
   * @param acquired for {@link Acquired}
   * @param inFlight for {@link InFlight}
   * @param published for {@link AlreadyPublished}
   * @param unavailable for {@link Unavailable}
   * @param <T> the result's type
   * @return what the function for the present case returns
   */
  <T> T match(
      Function<Acquired, T> acquired,
      Function<InFlight, T> inFlight,
      Function<AlreadyPublished, T> published,
      Function<Unavailable, T> unavailable);

  /**
   * The case's name in metrics.
   *
   * @return lower-case ASCII with underscores
   */
  default String label() {
    return match(a -> "acquired", i -> "in_flight", p -> "already_published", u -> "unavailable");
  }

  /**
   * Nobody had it: it is ours until it is completed, released or its short life is over.
   *
   * @param owner the token that shows the claim to be ours
   */
  record Acquired(String owner) implements ClaimOutcome {
    @Override
    public <T> T match(
        Function<Acquired, T> acquired,
        Function<InFlight, T> inFlight,
        Function<AlreadyPublished, T> published,
        Function<Unavailable, T> unavailable) {
      return acquired.apply(this);
    }
  }

  /** Another attempt has it and has not finished; it may still fail. */
  record InFlight() implements ClaimOutcome {
    @Override
    public <T> T match(
        Function<Acquired, T> acquired,
        Function<InFlight, T> inFlight,
        Function<AlreadyPublished, T> published,
        Function<Unavailable, T> unavailable) {
      return inFlight.apply(this);
    }
  }

  /**
   * Kafka has confirmed a record with this identity.
   *
   * @param contentHash of the body that was confirmed
   */
  record AlreadyPublished(String contentHash) implements ClaimOutcome {
    @Override
    public <T> T match(
        Function<Acquired, T> acquired,
        Function<InFlight, T> inFlight,
        Function<AlreadyPublished, T> published,
        Function<Unavailable, T> unavailable) {
      return published.apply(this);
    }
  }

  /**
   * The store did not say, in time or at all.
   *
   * @param reason for the log
   */
  record Unavailable(String reason) implements ClaimOutcome {
    @Override
    public <T> T match(
        Function<Acquired, T> acquired,
        Function<InFlight, T> inFlight,
        Function<AlreadyPublished, T> published,
        Function<Unavailable, T> unavailable) {
      return unavailable.apply(this);
    }
  }
}
