package dev.hookline.cli.demo;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Kills the working TaskManager in the middle of a checkpoint. ClickHouse is held still, so that
 * the sink's flush, and with it the checkpoint, cannot end; the checkpoint is seen through REST;
 * then the TaskManager gets a SIGKILL and ClickHouse may go on. The kill counts only when Flink
 * says afterwards that the very checkpoint failed.
 */
public final class CheckpointKill {

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration HELD = Duration.ofMillis(700);
  private static final int MOST_KILLS = 3;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final FlinkRest flink;
  private final Service clickHouse;
  private final Consumer<String> killTaskManager;

  /**
   * Nothing is done yet.
   *
   * @param flink a client of the cluster
   * @param clickHouse what the checkpoint shall wait for
   * @param killTaskManager kills the one of that resource id
   */
  public CheckpointKill(FlinkRest flink, Service clickHouse, Consumer<String> killTaskManager) {
    this.flink = flink;
    this.clickHouse = clickHouse;
    this.killTaskManager = killTaskManager;
  }

  /**
   * A kill, of which it is not known yet what it has led to.
   *
   * @param job the job's id
   * @param taskManager the resource id of the one that was killed
   * @param checkpoint the checkpoint that was in progress
   * @param at just before
   */
  public record Strike(String job, String taskManager, long checkpoint, Instant at) {}

  /**
   * What happened.
   *
   * @param taskManager the resource id of the one that was killed
   * @param checkpoint the checkpoint that was in progress
   * @param failed whether Flink lists that checkpoint as failed
   * @param recovery from the kill to the end of the next completed checkpoint
   */
  public record Kill(String taskManager, long checkpoint, boolean failed, Duration recovery) {}

  /**
   * Waits for a checkpoint in progress, kills, and waits for the next completed one; again, a few
   * times at most, when the checkpoint turned out to have ended just before the kill.
   *
   * @return every kill that was made; only the last one may have failed its checkpoint
   * @throws CliFailure when what it waits for does not come
   */
  public List<Kill> run() {
    List<Kill> kills = new ArrayList<>();
    do {
      kills.add(once());
    } while (!kills.get(kills.size() - 1).failed() && kills.size() < MOST_KILLS);
    return kills;
  }

  private Kill once() {
    Strike strike = strike();
    Instant recovered = recovered(strike);
    return new Kill(
        strike.taskManager(),
        strike.checkpoint(),
        "FAILED".equals(statuses(strike.job()).get(strike.checkpoint())),
        Duration.between(strike.at(), recovered));
  }

  /**
   * Waits for a checkpoint in progress and kills. Whether it had ended just before, Flink says once
   * it has noticed.
   *
   * @return the kill
   * @throws CliFailure when what it waits for does not come; then nobody was killed
   */
  public Strike strike() {
    String job = await("the job to run", () -> flink.job().filter(FlinkRest.Job::running)).id();
    CompletedCheckpoint before =
        await("a completed checkpoint", () -> flink.checkpoints(job).latestCompleted());
    // Looked up before anything is held: between the look at the checkpoint and the kill there
    // should be nothing to wait for.
    String victim =
        await("a TaskManager at work", () -> flink.workingTaskManagers(job).stream().findFirst());
    clickHouse.pause();
    try {
      long checkpoint = await("a checkpoint in progress", () -> inProgress(job, before.id()));
      Instant killed = Instant.now();
      killTaskManager.accept(victim);
      return new Strike(job, victim, checkpoint, killed);
    } finally {
      clickHouse.resume();
    }
  }

  /**
   * Waits for the next completed checkpoint that was triggered after a kill.
   *
   * @param strike the kill
   * @return when it was completed
   * @throws CliFailure when there is none within the limit
   */
  public Instant recovered(Strike strike) {
    return await(
            "the next completed checkpoint",
            () ->
                flink
                    .checkpoints(strike.job())
                    .latestCompleted()
                    .filter(done -> done.triggeredAt().isAfter(strike.at())))
        .completedAt();
  }

  /**
   * A checkpoint that is in progress for as long as only one can be that waits for ClickHouse: one
   * that was past its flush when ClickHouse was held ends sooner, and is no target.
   */
  private Optional<Long> inProgress(String job, long after) throws IOException {
    for (Map.Entry<Long, String> first : flink.checkpointStatuses(job).entrySet()) {
      if (first.getKey() > after && first.getValue().equals("IN_PROGRESS")) {
        LockSupport.parkNanos(HELD.toNanos());
        if ("IN_PROGRESS".equals(flink.checkpointStatuses(job).get(first.getKey()))) {
          return Optional.of(first.getKey());
        }
      }
    }
    return Optional.empty();
  }

  private Map<Long, String> statuses(String job) {
    return await("the checkpoints' history", () -> Optional.of(flink.checkpointStatuses(job)));
  }

  private interface Look<T> {
    Optional<T> look() throws IOException;
  }

  private static <T> T await(String what, Look<T> look) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    String last = "";
    while (System.nanoTime() < deadline) {
      try {
        Optional<T> seen = look.look();
        if (seen.isPresent()) {
          return seen.get();
        }
      } catch (IOException e) {
        // Flink's REST answers with errors while a job starts over; the deadline decides.
        last = ": " + e.getMessage();
      }
      if (Thread.currentThread().isInterrupted()) {
        // Every look would fail from now on, and no pause be one.
        throw CliFailure.undecided("interrupted while waiting for " + what);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    throw CliFailure.undecided("waited " + LIMIT.toSeconds() + " s in vain for " + what + last);
  }
}
