package dev.hookline.cli.audit;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * What to audit, and for how long to wait.
 *
 * @param kafka bootstrap servers, such as {@code 127.0.0.1:9092}
 * @param flink Flink's REST interface, such as {@code http://127.0.0.1:8082}
 * @param clickHouse ClickHouse's HTTP interface, such as {@code http://127.0.0.1:8123}
 * @param user may be read-only
 * @param password of that user; never printed
 * @param database such as {@code hookline}
 * @param group the consumer group under which the job's source commits what it has read
 * @param bound the longest to wait until everything is settled
 * @param firingAndFlush the longest that a counted event may wait for its hour to be emitted and
 *     written: the job's firing interval plus the sink's flush interval
 * @param afterReplay whether records were read again beside old rows: the job was started without
 *     its state, or from an older savepoint, or so long after its savepoint that the server has
 *     forgotten the blocks in it. Then physical copies, and counts by block that exceed, are told
 *     and are no fault
 */
public record AuditSettings(
    String kafka,
    URI flink,
    URI clickHouse,
    String user,
    String password,
    String database,
    String group,
    Duration bound,
    Duration firingAndFlush,
    boolean afterReplay) {

  /** The job's consumer group unless configured otherwise. */
  public static final String DEFAULT_GROUP = "hookline-job";

  /** How long to wait unless said otherwise. */
  public static final Duration DEFAULT_BOUND = Duration.ofMinutes(2);

  /** Firing every 5 s and flushing every second, as conf/job.yaml has it. */
  public static final Duration DEFAULT_FIRING_AND_FLUSH = Duration.ofSeconds(6);

  /** Checks that nothing is null and that no time is negative. */
  public AuditSettings {
    Objects.requireNonNull(kafka, "kafka");
    Objects.requireNonNull(flink, "flink");
    Objects.requireNonNull(clickHouse, "clickHouse");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(group, "group");
    if (bound.isNegative() || firingAndFlush.isNegative()) {
      throw new IllegalArgumentException(
          "bound and firingAndFlush must not be negative; got " + bound + ", " + firingAndFlush);
    }
  }

  /**
   * Settings with the defaults.
   *
   * @param kafka bootstrap servers
   * @param flink Flink's REST interface
   * @param clickHouse ClickHouse's HTTP interface
   * @param user may be read-only
   * @param password of that user
   * @return for the database {@code hookline} and the group {@code hookline-job}
   */
  public static AuditSettings of(
      String kafka, URI flink, URI clickHouse, String user, String password) {
    return new AuditSettings(
        kafka,
        flink,
        clickHouse,
        user,
        password,
        "hookline",
        DEFAULT_GROUP,
        DEFAULT_BOUND,
        DEFAULT_FIRING_AND_FLUSH,
        false);
  }

  /**
   * The same with another bound.
   *
   * @param limit the longest to wait until everything is settled
   * @return never null
   */
  public AuditSettings withBound(Duration limit) {
    return new AuditSettings(
        kafka,
        flink,
        clickHouse,
        user,
        password,
        database,
        group,
        limit,
        firingAndFlush,
        afterReplay);
  }

  /**
   * The same, said of tables beside which records were read again, or not.
   *
   * @param replayed whether they were
   * @return never null
   */
  public AuditSettings withAfterReplay(boolean replayed) {
    return new AuditSettings(
        kafka, flink, clickHouse, user, password, database, group, bound, firingAndFlush, replayed);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "AuditSettings[" + kafka + ", " + flink + ", " + clickHouse + ", " + database + "]";
  }
}
