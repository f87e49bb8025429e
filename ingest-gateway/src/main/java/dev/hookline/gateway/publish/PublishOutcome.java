package dev.hookline.gateway.publish;

import java.util.function.Function;

/** What is known about a record that was to be published. */
public sealed interface PublishOutcome {

  /**
   * Takes any case; a further one would not compile until it is handled.
   *
   * @param confirmed for {@link Confirmed}
   * @param failed for {@link Failed}
   * @param unknown for {@link Unknown}
   * @param <T> the result's type
   * @return what the function for the present case returns
   */
  <T> T match(
      Function<Confirmed, T> confirmed, Function<Failed, T> failed, Function<Unknown, T> unknown);

  /**
   * The case's name in metrics.
   *
   * @return lower-case ASCII
   */
  default String label() {
    return match(c -> "confirmed", f -> "failed", u -> "unknown");
  }

  /**
   * All in-sync replicas have it.
   *
   * @param partition of the topic
   * @param offset in the partition
   */
  record Confirmed(int partition, long offset) implements PublishOutcome {
    @Override
    public <T> T match(
        Function<Confirmed, T> confirmed,
        Function<Failed, T> failed,
        Function<Unknown, T> unknown) {
      return confirmed.apply(this);
    }
  }

  /**
   * It is not in Kafka and will not be.
   *
   * @param reason for the log
   */
  record Failed(String reason) implements PublishOutcome {
    @Override
    public <T> T match(
        Function<Confirmed, T> confirmed,
        Function<Failed, T> failed,
        Function<Unknown, T> unknown) {
      return failed.apply(this);
    }
  }

  /**
   * It may be in Kafka, or may still arrive there: a timeout is no failure. The copy that a second
   * attempt makes is dropped by the job.
   *
   * @param reason for the log
   */
  record Unknown(String reason) implements PublishOutcome {
    @Override
    public <T> T match(
        Function<Confirmed, T> confirmed,
        Function<Failed, T> failed,
        Function<Unknown, T> unknown) {
      return unknown.apply(this);
    }
  }
}
