package dev.hookline.contract;

/** The Kafka topics and the limits that go with them. */
public final class Topics {

  /** Every accepted delivery. */
  public static final String WEBHOOK_EVENTS = "webhook-events";

  /** Every record that could not become a row, with its reason. */
  public static final String WEBHOOK_EVENTS_DLQ = "webhook-events.dlq";

  /** Partitions of each topic unless configured. */
  public static final int DEFAULT_PARTITIONS = 6;

  /** The largest webhook body that is accepted: GitHub sends nothing over 25 MB. In bytes. */
  public static final int MAX_BODY_BYTES = 25 * 1024 * 1024;

  /** {@code max.message.bytes} of the main topic, and the producer's limit. In bytes. */
  public static final int MAX_RECORD_BYTES = 28 * 1024 * 1024;

  /**
   * The same of the dead-letter topic: a reject is the record plus its reason, so it is larger. In
   * bytes.
   */
  public static final int MAX_DLQ_RECORD_BYTES = 30 * 1024 * 1024;

  /** How long Kafka keeps a record, in milliseconds: 7 days. */
  public static final long RETENTION_MS = 7L * 24 * 60 * 60 * 1000;

  /** {@code segment.ms} of each topic: 1 day. A record may outlive the retention by one segment. */
  public static final long SEGMENT_MS = 24L * 60 * 60 * 1000;

  private Topics() {}
}
