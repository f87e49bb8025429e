package dev.hookline.gateway.publish;

import java.time.Duration;

/**
 * How one request's deadline is shared out: what the producer knows must be known before the
 * deadline ends, so blocking and delivery together stay below it. Not bound by them is a record
 * that was taken before a broker has given the producer its id (seen with Kafka's client 4.2, at a
 * broker frozen in that moment): it waits for a broker. Its request ends by the deadline all the
 * same, and its body counts among those in flight until then.
 *
 * @param maxBlock for the topic's metadata or room in the buffer, before a record is taken
 * @param delivery of a record that was taken, with all retries
 * @param request one attempt; two fit into the delivery
 * @param linger what a record may wait for others
 */
public record PublishTimeouts(
    Duration maxBlock, Duration delivery, Duration request, Duration linger) {

  private static final Duration MAX_BLOCK = Duration.ofSeconds(1);
  private static final Duration LINGER = Duration.ofMillis(5);

  /** Checks that an attempt fits into the delivery: the producer would refuse to start. */
  public PublishTimeouts {
    if (request.plus(linger).compareTo(delivery) >= 0) {
      throw new IllegalArgumentException(
          "request.timeout.ms + linger.ms must be below delivery.timeout.ms; got "
              + request
              + " + "
              + linger
              + " and "
              + delivery);
    }
  }

  /**
   * Shares out a deadline: one second before it the producer has said what it knows.
   *
   * @param deadline of a whole request, at least 4 s
   * @return the producer's timeouts
   */
  public static PublishTimeouts within(Duration deadline) {
    Duration delivery = deadline.minus(MAX_BLOCK).minusSeconds(1);
    return new PublishTimeouts(MAX_BLOCK, delivery, delivery.dividedBy(3), LINGER);
  }
}
