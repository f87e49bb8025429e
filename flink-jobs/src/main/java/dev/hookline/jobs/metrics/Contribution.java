package dev.hookline.jobs.metrics;

import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import java.util.Map;

/**
 * What one event adds to one hour of one person: the part of an event that the windows need. The
 * payload stays behind.
 *
 * @param org of the organisation
 * @param source that sent the event
 * @param personId never empty
 * @param hour start of the event's hour, in milliseconds since 1970 UTC
 * @param amounts what to add to each metric, not empty
 * @param origin which event it was, for a reject
 */
public record Contribution(
    String org,
    String source,
    String personId,
    long hour,
    Map<Metric, Long> amounts,
    Origin origin) {

  /**
   * Which event it was.
   *
   * @param eventType the provider's event type
   * @param eventId the identity's last part
   * @param receivedAt milliseconds since 1970 UTC
   * @param partition of the main topic
   * @param offset in the partition
   */
  public record Origin(
      String eventType, String eventId, long receivedAt, int partition, long offset) {}

  /**
   * Whether an event takes part in the windows: it counts for something, in a person's row, and was
   * not late. A function of the record alone.
   *
   * @param event not null
   * @return false for late events, which the reading view adds from the events' table
   */
  public static boolean isWindowed(NormalizedEvent event) {
    return !event.time().late()
        && !event.credit().personId().isEmpty()
        && !event.credit().contributions().isEmpty();
  }

  /**
   * The contribution of an event.
   *
   * @param event one that {@link #isWindowed}
   * @return never null
   */
  public static Contribution of(NormalizedEvent event) {
    return new Contribution(
        event.identity().org(),
        event.identity().source().wireName(),
        event.credit().personId(),
        Lateness.hourOf(event.time().eventTime().toEpochMilli()),
        event.credit().contributions(),
        new Origin(
            event.delivery().eventType(),
            event.identity().eventId(),
            event.delivery().receivedAt().toEpochMilli(),
            event.delivery().kafkaPartition(),
            event.delivery().kafkaOffset()));
  }
}
