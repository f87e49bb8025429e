package dev.hookline.jobs;

import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.jobs.dedup.DedupHorizon;
import dev.hookline.jobs.metrics.Lateness;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;

/**
 * The job's settings, checked when they are made. docs/configuration.md lists them, with the
 * defaults of {@link JobConfigReader}.
 *
 * @param kafka where the events are
 * @param clickhouse where the rows go
 * @param dedup how long copies are recognised
 * @param windows the hourly windows
 */
public record JobConfig(Kafka kafka, ClickHouse clickhouse, Dedup dedup, Windows windows) {

  /** By how much an hour must close before a copy of its events can go unrecognised. */
  public static final Duration LATENESS_MARGIN = Duration.ofHours(1);

  /**
   * Checks what the parts promise each other.
   *
   * @throws JobConfigException naming the setting
   */
  public JobConfig {
    Objects.requireNonNull(kafka, "kafka");
    Objects.requireNonNull(clickhouse, "clickhouse");
    Objects.requireNonNull(dedup, "dedup");
    Objects.requireNonNull(windows, "windows");
    Duration most = dedup.horizon().minus(LATENESS_MARGIN);
    if (windows.lateness().compareTo(most) > 0) {
      throw new JobConfigException(
          "windows.lateness",
          "must be at most dedup.horizon − 1 h = "
              + Durations.text(most)
              + ", else a copy that is no longer recognised could change an open hour; got "
              + Durations.text(windows.lateness()));
    }
    Duration least = DedupHorizon.leastTtl(dedup.horizon(), kafka.readableFor());
    if (dedup.stateTtl().compareTo(least) < 0) {
      throw new JobConfigException(
          "dedup.stateTtl",
          "must be at least dedup.horizon + kafka.retention + kafka.segment = "
              + Durations.text(least)
              + ", else a copy could be read after its first was forgotten; got "
              + Durations.text(dedup.stateTtl()));
    }
  }

  /**
   * Checks the settings against the cluster's: while ClickHouse is away, a checkpoint waits for the
   * inserts of the one before it.
   *
   * @param checkpointTimeout Flink's {@code execution.checkpointing.timeout}
   * @throws JobConfigException when a checkpoint would time out before an insert is given up
   */
  public void requireBelow(Duration checkpointTimeout) {
    Duration longest = clickhouse.retryBudget().plus(ClickHouse.ATTEMPT);
    if (longest.compareTo(checkpointTimeout) >= 0) {
      throw new JobConfigException(
          "clickhouse.retryBudget",
          "must, with the "
              + Durations.text(ClickHouse.ATTEMPT)
              + " of a last attempt, be below execution.checkpointing.timeout = "
              + Durations.text(checkpointTimeout)
              + ", else checkpoints are given up while an outage is ridden out; got "
              + Durations.text(clickhouse.retryBudget()));
    }
  }

  /**
   * The horizon of the dedup step.
   *
   * @return never null
   */
  public DedupHorizon dedupHorizon() {
    return new DedupHorizon(dedup.horizon(), dedup.stateTtl());
  }

  /**
   * Who is late.
   *
   * @return never null
   */
  public Lateness lateness() {
    return new Lateness(windows.lateness());
  }

  /**
   * Where the events are. Retention and segment are what the topic is expected to have; the job
   * stops when the topic keeps records longer.
   *
   * @param bootstrapServers host:port, comma-separated
   * @param groupId consumer group under which progress is shown
   * @param retention {@code retention.ms} of the topic
   * @param segment {@code segment.ms} of the topic
   * @param clientProperties how the cluster lets the job in
   */
  public record Kafka(
      String bootstrapServers,
      String groupId,
      Duration retention,
      Duration segment,
      KafkaAccess clientProperties) {

    /**
     * Checks each setting.
     *
     * @throws JobConfigException naming the setting
     */
    public Kafka {
      requireText("kafka.bootstrapServers", bootstrapServers);
      requireText("kafka.groupId", groupId);
      requireAbove("kafka.retention", retention, Duration.ZERO);
      requireAbove("kafka.segment", segment, Duration.ZERO);
      Objects.requireNonNull(clientProperties, "kafka.clientProperties");
    }

    /** A cluster that asks nobody who he is. */
    public Kafka(String bootstrapServers, String groupId, Duration retention, Duration segment) {
      this(bootstrapServers, groupId, retention, segment, KafkaAccess.NONE);
    }

    /**
     * How long after its receipt a record can still be read.
     *
     * @return retention plus one segment
     */
    public Duration readableFor() {
      return retention.plus(segment);
    }
  }

  /**
   * Where the rows go.
   *
   * @param url of ClickHouse's HTTP interface
   * @param database holds the tables
   * @param user who may insert
   * @param password of the user, never printed; may be empty
   * @param flushInterval how long a row of an hour or a reject waits at most for its block
   * @param retryBudget for how long the server may be away before the job fails, and starts again
   *     from its checkpoint
   * @param uncommitted compressed events that each subtask may hold for the next checkpoints
   * @param refusedBlocks folder or URI where a block is kept that the server refuses; empty for
   *     nowhere
   */
  public record ClickHouse(
      String url,
      String database,
      String user,
      String password,
      Duration flushInterval,
      Duration retryBudget,
      Size uncommitted,
      String refusedBlocks) {

    /** The longest that one attempt of an insert may take. */
    public static final Duration ATTEMPT = Duration.ofSeconds(30);

    private static final Size LEAST_UNCOMMITTED = new Size(8);

    /**
     * Checks each setting.
     *
     * @throws JobConfigException naming the setting
     */
    public ClickHouse {
      requireHttpUrl("clickhouse.url", url);
      requireText("clickhouse.database", database);
      requireText("clickhouse.user", user);
      Objects.requireNonNull(password, "clickhouse.password");
      requireAbove("clickhouse.flushInterval", flushInterval, Duration.ZERO);
      requireAbove("clickhouse.retryBudget", retryBudget, Duration.ZERO);
      if (uncommitted.mib() < LEAST_UNCOMMITTED.mib()) {
        throw new JobConfigException(
            "clickhouse.uncommitted",
            "must be at least "
                + LEAST_UNCOMMITTED
                + ", for a block must fit in; got "
                + uncommitted);
      }
      Objects.requireNonNull(refusedBlocks, "clickhouse.refusedBlocks");
    }

    /** Without the password. */
    @Override
    public String toString() {
      return "ClickHouse[url="
          + url
          + ", database="
          + database
          + ", user="
          + user
          + ", password=***, flushInterval="
          + flushInterval
          + ", retryBudget="
          + retryBudget
          + ", uncommitted="
          + uncommitted
          + ", refusedBlocks="
          + refusedBlocks
          + "]";
    }
  }

  /**
   * How long copies are recognised.
   *
   * @param horizon H: a copy received this long after the first is dropped
   * @param stateTtl how long the state for it lives
   */
  public record Dedup(Duration horizon, Duration stateTtl) {

    /**
     * Checks each setting.
     *
     * @throws JobConfigException naming the setting
     */
    public Dedup {
      requireAbove("dedup.horizon", horizon, LATENESS_MARGIN);
      requireAbove("dedup.stateTtl", stateTtl, Duration.ZERO);
    }
  }

  /**
   * The hourly windows.
   *
   * @param lateness L: how long after its end an hour takes events, by their receipt
   * @param fireInterval how often changed hours are written
   */
  public record Windows(Duration lateness, Duration fireInterval) {

    /**
     * Checks each setting.
     *
     * @throws JobConfigException naming the setting
     */
    public Windows {
      requireAbove("windows.lateness", lateness, Duration.ZERO);
      requireAbove("windows.fireInterval", fireInterval, Duration.ZERO);
    }
  }

  private static void requireText(String path, String value) {
    if (value == null || value.isBlank()) {
      throw new JobConfigException(path, "must not be empty");
    }
  }

  private static void requireAbove(String path, Duration value, Duration floor) {
    if (value == null || value.compareTo(floor) <= 0) {
      throw new JobConfigException(
          path, "must be above " + Durations.text(floor) + "; got " + Durations.text(value));
    }
  }

  private static void requireHttpUrl(String path, String value) {
    requireText(path, value);
    try {
      URI uri = new URI(value);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return;
      }
    } catch (URISyntaxException e) {
      throw notHttpUrl(path, value, e);
    }
    throw notHttpUrl(path, value, null);
  }

  private static JobConfigException notHttpUrl(String path, String value, Throwable cause) {
    JobConfigException refusal =
        new JobConfigException(path, "must be http(s)://host:port; got '" + value + "'");
    refusal.initCause(cause);
    return refusal;
  }
}
