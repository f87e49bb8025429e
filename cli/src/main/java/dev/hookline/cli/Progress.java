package dev.hookline.cli;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells a person what a long piece of work is at. Quiet for the first two seconds; then a line when
 * it has come to another step, looked at every two seconds, and every ten seconds in any case.
 */
public final class Progress implements AutoCloseable {

  private static final long INTERVAL_SECONDS = 2;
  private static final long LONGEST_SILENCE_SECONDS = 10;

  private final String work;
  private final Consumer<String> lines;
  private final long startedNanos = System.nanoTime();
  private final ScheduledExecutorService ticker;
  private volatile String step = "";
  private String reported;
  private long reportedAtSeconds;

  Progress(String work, Consumer<String> lines) {
    this.work = work;
    this.lines = lines;
    this.ticker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        ticker.scheduleAtFixedRate(
            this::report, INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Says which step the work is at.
   *
   * @param newStep a few words, such as {@code kafka}
   */
  public void at(String newStep) {
    step = newStep;
  }

  /**
   * The time since the work began.
   *
   * @return whole seconds
   */
  public long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos);
  }

  private void report() {
    String at = step;
    if (at.equals(reported) && seconds() - reportedAtSeconds < LONGEST_SILENCE_SECONDS) {
      return;
    }
    reported = at;
    reportedAtSeconds = seconds();
    lines.accept(work + (at.isEmpty() ? "" : ": " + at) + " (" + seconds() + " s)");
  }

  /** Ends the reports; a line that is being written is finished first. */
  @Override
  public void close() {
    ticker.shutdownNow();
  }
}
