package dev.hookline.cli.audit;

import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Waits until whatever was to come of the cut has come. The steps follow from how the job works:
 *
 * <ol>
 *   <li>The source's committed offsets are at or past the cut: a completed checkpoint holds them,
 *       so nothing before the cut is read for the first time any more.
 *   <li>Two further checkpoints are completed. The first one's barrier may have been under way
 *       already; the second one's follows every record of the cut through every operator. A sink
 *       that writes before it confirms has written by then; one that writes what a completed
 *       checkpoint holds has as well, for its next barrier waits for that.
 *   <li>One firing and flush period after the first of the two: by then every hour that the cut has
 *       touched was emitted and written.
 *   <li>Two equal counts in a row: nothing is under way.
 * </ol>
 *
 * <p>Whether the rows are there is no part of it: a row that never comes must settle and turn the
 * audit red, instead of being waited for.
 */
public final class Settling {

  static final Duration POLL = Duration.ofMillis(250);

  /** Between two counts; longer than a poll, for one flush may come in two inserts. */
  static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

  private static final int CHECKPOINTS = 2;

  private final JobProgress job;
  private final Waiting waiting;
  private final Duration firingAndFlush;
  private final Consumer<String> progress;
  private String reason = "not looked at yet";

  /**
   * Nothing is asked yet.
   *
   * @param job how far it is
   * @param waiting the time
   * @param firingAndFlush how long the job may keep an hour that has changed
   * @param progress told what is waited for
   */
  public Settling(
      JobProgress job, Waiting waiting, Duration firingAndFlush, Consumer<String> progress) {
    this.job = job;
    this.waiting = waiting;
    this.firingAndFlush = firingAndFlush;
    this.progress = progress;
  }

  /**
   * Waits.
   *
   * @param cut what must have come
   * @param bound for all steps together
   * @return true when settled; else {@link #reason} says what was missing
   * @throws InterruptedException when the thread is interrupted
   */
  public boolean await(LogCut cut, Duration bound) throws InterruptedException {
    long deadline = waiting.nanoTime() + bound.toNanos();
    do {
      if (!sourceIsAt(cut, deadline) || !checkpointsAndPeriod(deadline) || !countsStand(deadline)) {
        return false;
      }
      // A job that went back keeps its group's old offsets until its first checkpoint.
    } while (!sourceIsStillAt(cut));
    return true;
  }

  private boolean sourceIsStillAt(LogCut cut) {
    try {
      return behind(cut).isEmpty();
    } catch (IOException e) {
      reason = e.getMessage();
      return false;
    }
  }

  /**
   * What was missing when {@link #await} gave up.
   *
   * @return a line for users
   */
  public String reason() {
    return reason;
  }

  private boolean sourceIsAt(LogCut cut, long deadline) throws InterruptedException {
    progress.accept("waiting for the job to have read up to the cut");
    return until(deadline, POLL, () -> behind(cut).isEmpty());
  }

  private Map<Integer, String> behind(LogCut cut) throws IOException {
    Map<Integer, Long> committed = job.committedOffsets();
    Map<Integer, String> behind = new TreeMap<>();
    cut.spans()
        .forEach(
            (partition, span) -> {
              Long at = committed.get(partition);
              boolean empty = span.from() == span.to();
              if (at == null ? !empty : at < span.to()) {
                behind.put(partition, (at == null ? "nothing" : at) + " of " + span.to());
              }
            });
    reason = "the job's source has committed, by partition, " + behind;
    return behind;
  }

  private boolean checkpointsAndPeriod(long deadline) throws InterruptedException {
    progress.accept("waiting for two further checkpoints and a firing");
    CheckpointCount count = new CheckpointCount();
    return until(
        deadline,
        POLL,
        () -> {
          long now = waiting.nanoTime();
          long further = count.add(job.completedCheckpoints(), now);
          reason = further + " of " + CHECKPOINTS + " further checkpoints were completed";
          if (further < CHECKPOINTS) {
            return false;
          }
          reason = "a firing and flush period of " + firingAndFlush + " had not passed";
          return now - count.firstAt >= firingAndFlush.toNanos();
        });
  }

  private boolean countsStand(long deadline) throws InterruptedException {
    progress.accept("waiting for two equal counts");
    String[] last = {null};
    return until(
        deadline,
        BETWEEN_COUNTS,
        () -> {
          String now = job.counts();
          boolean equal = now.equals(last[0]);
          reason = "the rows were still changing: " + last[0] + ", then " + now;
          last[0] = now;
          return equal;
        });
  }

  /** A part that does not answer for a while is no reason to give up before the deadline. */
  private boolean until(long deadline, Duration poll, Condition condition)
      throws InterruptedException {
    while (true) {
      try {
        if (condition.holds()) {
          return true;
        }
      } catch (IOException e) {
        reason = e.getMessage();
      }
      long left = deadline - waiting.nanoTime();
      if (left <= 0) {
        return false;
      }
      waiting.pause(Duration.ofNanos(Math.min(left, poll.toNanos())));
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  /** Completed checkpoints since it was made, over restarts of the JobManager. */
  private static final class CheckpointCount {
    private long last = -1;
    private long further;
    private long firstAt;

    long add(long completed, long now) {
      if (last >= 0) {
        // a number that fell means a new JobManager, which counts from 0
        long more = completed < last ? completed : completed - last;
        firstAt = further == 0 && more > 0 ? now : firstAt;
        further += more;
      }
      last = completed;
      return further;
    }
  }
}
