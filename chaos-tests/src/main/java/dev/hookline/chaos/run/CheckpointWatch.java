package dev.hookline.chaos.run;

import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Remembers every completed checkpoint, over all restarts of the job and of the JobManager. Looks
 * more often than checkpoints can follow each other.
 */
final class CheckpointWatch implements AutoCloseable {

  private static final long LOOK_EVERY_MILLIS = 250;

  private final FlinkRest flink;
  private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
  private final ConcurrentSkipListSet<CompletedCheckpoint> seen =
      new ConcurrentSkipListSet<>(Comparator.comparing(CompletedCheckpoint::triggeredAt));

  CheckpointWatch(FlinkRest flink) {
    this.flink = flink;
    var unused =
        looks.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      Optional<FlinkRest.Job> job = flink.job();
      if (job.isPresent()) {
        flink.checkpoints(job.get().id()).latestCompleted().ifPresent(seen::add);
      }
    } catch (IOException | RuntimeException e) {
      // Nobody is there, or it is just starting: the next look sees more.
    }
  }

  /**
   * How long the job took from a moment to the end of the first completed checkpoint that was
   * triggered after it.
   *
   * @return empty while there is none
   */
  Optional<Duration> recovery(Instant from) {
    return seen.stream()
        .filter(one -> one.triggeredAt().isAfter(from))
        .map(one -> Duration.between(from, one.completedAt()))
        .min(Comparator.naturalOrder());
  }

  /** The size of the newest checkpoint's state in bytes; empty when there was none. */
  Optional<Long> newestStateBytes() {
    return seen.isEmpty() ? Optional.empty() : Optional.of(seen.last().stateBytes());
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
