package dev.hookline.cli.demo;

import java.time.Duration;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Measures memory and lag once a second while the demo runs, and keeps the peaks. */
final class Sampling implements AutoCloseable {

  private final Supplier<Collection<Long>> pids;
  private final Supplier<OptionalDouble> lagSeconds;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "sampling");
            thread.setDaemon(true);
            return thread;
          });
  private volatile long peakPssKib;
  private volatile double maxLagSeconds;
  private final CountDownLatch after = new CountDownLatch(1);
  private volatile long lagDueNanos = Long.MAX_VALUE;
  private volatile OptionalDouble lagAfter = OptionalDouble.empty();

  /**
   * Begins to measure.
   *
   * @param pids the processes to sum up, asked each time
   * @param lagSeconds age of the oldest record that was not read; empty while nobody can tell
   */
  Sampling(Supplier<Collection<Long>> pids, Supplier<OptionalDouble> lagSeconds) {
    this.pids = pids;
    this.lagSeconds = lagSeconds;
    var unused = ticker.scheduleWithFixedDelay(this::sample, 0, 1, TimeUnit.SECONDS);
  }

  private void sample() {
    peakPssKib = Math.max(peakPssKib, Memory.pssKib(pids.get()));
    OptionalDouble lag = lagSeconds.get();
    lag.ifPresent(seconds -> maxLagSeconds = Math.max(maxLagSeconds, seconds));
    if (System.nanoTime() >= lagDueNanos && lag.isPresent()) {
      lagAfter = lag;
      lagDueNanos = Long.MAX_VALUE;
      after.countDown();
    }
  }

  /** The largest sum of PSS seen, in MiB. */
  long peakPssMib() {
    return peakPssKib / 1024;
  }

  /** The largest lag seen, in seconds. */
  double maxLagSeconds() {
    return maxLagSeconds;
  }

  /** Says that now the last delivery was answered: the lag a time after it is of interest. */
  void sendingEnded(Duration later) {
    lagDueNanos = System.nanoTime() + later.toNanos();
  }

  /** The lag at the time that was asked for; empty when it could not be told within the limit. */
  OptionalDouble lagAfterSending(Duration limit) throws InterruptedException {
    return after.await(limit.toMillis(), TimeUnit.MILLISECONDS) ? lagAfter : OptionalDouble.empty();
  }

  @Override
  public void close() {
    ticker.shutdownNow();
  }
}
