package dev.hookline.jobs;

/**
 * The uid of every operator. A checkpoint finds an operator's state by it, so changing one is a
 * breaking change: the job would start without that state.
 */
public final class OperatorIds {

  /** The Kafka source; its offsets are the job's place in the log. Also its name in metrics. */
  public static final String SOURCE = "webhook-events";

  /** The guard behind the source; the topic's id and the next offset of each partition. */
  public static final String TOPIC_GUARD = "topic-guard";

  /** Decoding and normalising; no state. */
  public static final String DECODE = "decode-webhook";

  /** Dropping copies; the first delivery of each identity. */
  public static final String DEDUP = "drop-duplicates";

  /** Rows of {@code normalized_events}. */
  public static final String EVENTS_SINK = "normalized-events";

  /** The events that take part in the windows; no state. */
  public static final String WINDOWED = "windowed";

  /** Slim contributions for the windows; no state. */
  public static final String CONTRIBUTIONS = "contributions";

  /** The hourly windows; each person's hours. */
  public static final String HOURLY_METRICS = "hourly-metrics";

  /** Rows of {@code employee_metrics_hourly}. */
  public static final String HOURS_SINK = "employee-metrics-hourly";

  /** Where the rejects of all operators come together; no state. */
  public static final String REJECTS = "rejects";

  /** Rejects that were records, for the dead-letter topic; no state. */
  public static final String DEAD_LETTERS = "dead-letters";

  /** Records of the dead-letter topic. */
  public static final String DEAD_LETTERS_SINK = "dead-letters-topic";

  /** Rows of {@code rejected_events}. */
  public static final String REJECTS_SINK = "rejected-events";

  private OperatorIds() {}
}
