package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.InitContext;

/**
 * Lets one task look at a table for all that a process starts at the same time: the writers and the
 * committers of a restarted job would ask the same server the same some 25 questions each, and rows
 * wait until the last of them is ready.
 *
 * <p>What was seen is not kept for longer than such a start lasts, and a failure is nobody else's.
 *
 * <p>Thread-safe.
 */
final class SharedLooks {
  /** Of this process. */
  static final SharedLooks HERE = new SharedLooks(System::nanoTime);

  /** How long after its end a look is as good as a new one. */
  static final Duration FRESH = Duration.ofSeconds(5);

  private final LongSupplier nanos;
  private final Map<Key, Look> looks = new HashMap<>();

  SharedLooks(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Tasks that may share what one of them has seen.
   *
   * @param attempt of the tasks, which a restart of the job counts up; a new JobManager begins at 0
   */
  record Key(JobID job, int attempt, Connection connection, Target target, DeliveryMode mode) {
    static Key of(InitContext context, Connection connection, Target target, DeliveryMode mode) {
      return new Key(
          context.getJobInfo().getJobId(),
          context.getTaskInfo().getAttemptNumber(),
          connection,
          target,
          mode);
    }
  }

  /** Asks the server. */
  @FunctionalInterface
  interface Looking {
    TargetCheck.Facts look() throws IOException, InterruptedException;
  }

  private static final class Look {
    private final ReentrantLock lock = new ReentrantLock();
    private TargetCheck.Facts facts;
    private long endedAtNanos;
    private boolean failed;
  }

  /**
   * What another of these tasks has just seen, waiting for it while it looks; else what {@code own}
   * sees.
   *
   * @throws IOException from {@code own}
   */
  TargetCheck.Facts facts(Key key, Looking own) throws IOException, InterruptedException {
    Look look = current(key);
    look.lock.lockInterruptibly();
    try {
      if (look.facts == null) {
        look.facts = own.look();
        look.endedAtNanos = nanos.getAsLong();
      }
      return look.facts;
    } finally {
      look.failed = look.facts == null;
      look.lock.unlock();
    }
  }

  private synchronized Look current(Key key) {
    looks.values().removeIf(this::isOver);
    return looks.computeIfAbsent(key, unused -> new Look());
  }

  /** For tests: how many are kept. */
  synchronized int kept() {
    return looks.size();
  }

  /**
   * One that a task is at is not over. One that failed is, unless a task waits for it, which looks
   * next: the tasks of a restart have another key, so nobody else would ask for it again.
   */
  private boolean isOver(Look look) {
    if (!look.lock.tryLock()) {
      return false;
    }
    try {
      return look.facts == null
          ? look.failed && !look.lock.hasQueuedThreads()
          : nanos.getAsLong() - look.endedAtNanos > FRESH.toNanos();
    } finally {
      look.lock.unlock();
    }
  }
}
