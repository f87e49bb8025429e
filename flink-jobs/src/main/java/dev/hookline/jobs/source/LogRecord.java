package dev.hookline.jobs.source;

import dev.hookline.contract.WireRecord;
import java.util.Objects;

/**
 * A record and its place in the log. Nothing of it may be changed, so it can be passed on without a
 * copy.
 *
 * @param topic that holds it
 * @param partition of the topic
 * @param offset in the partition
 * @param timestamp the record's own, in milliseconds since 1970 UTC
 * @param wire key, headers and value as read
 */
public record LogRecord(String topic, int partition, long offset, long timestamp, WireRecord wire) {

  /** Checks that there is a record. */
  public LogRecord {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(wire, "wire");
  }

  /**
   * Its place in the log.
   *
   * @return {@code topic/partition/offset}
   */
  public String origin() {
    return topic + "/" + partition + "/" + offset;
  }
}
