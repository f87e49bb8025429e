package dev.hookline.chaos.nemesis;

import static dev.hookline.chaos.nemesis.Resource.CLICKHOUSE;
import static dev.hookline.chaos.nemesis.Resource.GATEWAY;
import static dev.hookline.chaos.nemesis.Resource.JOB;
import static dev.hookline.chaos.nemesis.Resource.KAFKA;
import static dev.hookline.chaos.nemesis.Resource.REDIS;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What can go wrong on purpose. */
public enum FaultKind {
  /** SIGKILL, some time away, started again. */
  KILL_GATEWAY(Needs.ANY, GATEWAY),
  KILL_KAFKA(Needs.ONE_BROKER, KAFKA),
  KILL_REDIS(Needs.ANY, REDIS),
  KILL_TASKMANAGER(Needs.ANY, JOB),
  KILL_JOBMANAGER(Needs.ANY, JOB),
  KILL_CLICKHOUSE(Needs.ANY, CLICKHOUSE),

  /** SIGSTOP, and SIGCONT after some time. */
  PAUSE_GATEWAY(Needs.ANY, GATEWAY),
  PAUSE_KAFKA(Needs.ONE_BROKER, KAFKA),
  PAUSE_REDIS(Needs.ANY, REDIS),
  PAUSE_TASKMANAGER(Needs.ANY, JOB),
  PAUSE_JOBMANAGER(Needs.ANY, JOB),
  PAUSE_CLICKHOUSE(Needs.ANY, CLICKHOUSE),

  /** SIGTERM, its end, started again. */
  RESTART_GATEWAY(Needs.ANY, GATEWAY),
  RESTART_KAFKA(Needs.ONE_BROKER, KAFKA),
  RESTART_REDIS(Needs.ANY, REDIS),
  RESTART_TASKMANAGER(Needs.ANY, JOB),
  RESTART_JOBMANAGER(Needs.ANY, JOB),
  RESTART_CLICKHOUSE(Needs.ANY, CLICKHOUSE),

  /** SIGKILL of the working TaskManager while a checkpoint is in progress, which then fails. */
  KILL_IN_CHECKPOINT(Needs.ANY, JOB, CLICKHOUSE, KAFKA),
  /** SIGKILL of it when a checkpoint has completed and its inserts stand at the proxy. */
  KILL_BEFORE_COMMIT(Needs.ANY, JOB, CLICKHOUSE, KAFKA),
  /** SIGKILL of a gateway when Kafka has the record and the sender has no answer. */
  KILL_BEFORE_ANSWER(Needs.ONE_BROKER, GATEWAY, KAFKA),

  /** Redis forgets everything. */
  FLUSH_REDIS(Needs.ANY, REDIS),

  /** Every connection cut, and each new one. */
  CUT_KAFKA(Needs.ONE_BROKER, KAFKA),
  CUT_REDIS(Needs.ANY, REDIS),
  CUT_CLICKHOUSE(Needs.ANY, CLICKHOUSE),

  /** Every piece waits on its way, in both directions. */
  DELAY_KAFKA(Needs.ONE_BROKER, KAFKA),
  DELAY_REDIS(Needs.ANY, REDIS),
  DELAY_CLICKHOUSE(Needs.ANY, CLICKHOUSE),

  /** An insert's connection cut in the middle of its body. */
  CUT_INSERT(Needs.ANY, CLICKHOUSE, JOB, KAFKA),
  /** An insert is done and its answer is lost. */
  SWALLOW_ANSWER(Needs.ANY, CLICKHOUSE, JOB, KAFKA),

  /** No space left where ClickHouse keeps its data. */
  FULL_DISK(Needs.SMALL_DISK, CLICKHOUSE, JOB, KAFKA),
  /** A materialized view throws, after the table has taken the rows. */
  BREAK_VIEW(Needs.ANY, CLICKHOUSE, JOB, KAFKA),

  /** Every part in turn: SIGTERM and started again. */
  ROLLING_RESTART(Needs.ONE_BROKER, GATEWAY, KAFKA, REDIS, JOB, CLICKHOUSE),
  /** The job with another parallelism, and back. */
  RESCALE(Needs.ANY, JOB, CLICKHOUSE, KAFKA),
  /** Stop with a savepoint, some time away, started from it. */
  SAVEPOINT(Needs.ANY, JOB, CLICKHOUSE, KAFKA),
  /** All of Flink down while deliveries go on. */
  JOB_DOWN(Needs.ANY, JOB),

  /** SIGKILL of a broker that leads, one of three. */
  KILL_LEADER(Needs.THREE_BROKERS, KAFKA);

  /** What of the stack a kind cannot do without. */
  public enum Needs {
    ANY,
    ONE_BROKER,
    THREE_BROKERS,
    SMALL_DISK
  }

  private final Needs needs;

  @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
  private final Set<Resource> touches;

  FaultKind(Needs needs, Resource... touches) {
    this.needs = needs;
    this.touches = Set.of(touches);
  }

  /** The name in commands and reports, such as {@code kill-kafka}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that label, if there is one. */
  public static Optional<FaultKind> ofLabel(String label) {
    for (FaultKind kind : values()) {
      if (kind.label().equals(label)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** What of the stack it cannot do without. */
  public Needs needs() {
    return needs;
  }

  /** What it touches. */
  public Set<Resource> touches() {
    return touches;
  }

  /** Whether both can be done at the same time, so that each can still bite. */
  public boolean goesWith(FaultKind other) {
    return touches.stream().noneMatch(other.touches::contains);
  }

  /**
   * Whether the job's recovery counts from the moment when the fault bit, as after the death of one
   * of its processes; else it counts from the healing, before which there is nothing to go on with.
   */
  public boolean recoversWithoutHealing() {
    return switch (this) {
      case KILL_TASKMANAGER, KILL_IN_CHECKPOINT, KILL_BEFORE_COMMIT, KILL_JOBMANAGER, KILL_LEADER ->
          true;
      default -> false;
    };
  }
}
