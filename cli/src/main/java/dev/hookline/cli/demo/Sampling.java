package dev.hookline.cli.demo;

import java.util.Collection;
import java.util.OptionalDouble;
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
  private volatile OptionalDouble lastLagSeconds = OptionalDouble.empty();

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
    lastLagSeconds = lag;
    lag.ifPresent(seconds -> maxLagSeconds = Math.max(maxLagSeconds, seconds));
  }

  /** The largest sum of PSS seen, in MiB. */
  long peakPssMib() {
    return peakPssKib / 1024;
  }

  /** The largest lag seen, in seconds. */
  double maxLagSeconds() {
    return maxLagSeconds;
  }

  /** The newest lag, in seconds; empty when it could not be told. */
  OptionalDouble lastLagSeconds() {
    return lastLagSeconds;
  }

  @Override
  public void close() {
    ticker.shutdownNow();
  }
}
