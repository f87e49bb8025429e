package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.RequestHold;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * SIGKILL of the working TaskManager between the completion of a checkpoint and the end of its
 * commits: the inserts of events wait at the proxy, which they only do once their checkpoint has
 * completed; then it dies.
 */
final class KillBeforeCommit implements Worker {

  /** The sink's client gives a request up after 20 s; what is older may be nobody's any more. */
  private static final Duration STILL_WANTED = Duration.ofSeconds(15);

  /** A checkpoint whose inserts are here has completed, and Flink says so 0.2 s later at most. */
  private static final Duration FLINK_SAYS_SO = Duration.ofSeconds(5);

  private static final String INSERT =
      "an insert of a checkpoint that completed after the hold began";

  private final Victim victims;
  private final FaultyProxy clickHouse;
  private final Await.Look<CompletedCheckpoint> newest;
  private final Duration patience;
  private RequestHold hold;
  private long before;
  private Service victim;
  private Instant killed;

  /**
   * @param victims finds the process that writes
   * @param clickHouse what its inserts pass
   * @param newest the newest completed checkpoint, as Flink knows it
   * @param patience within which Flink names the checkpoint whose inserts have come
   */
  KillBeforeCommit(
      Victim victims,
      FaultyProxy clickHouse,
      Await.Look<CompletedCheckpoint> newest,
      Duration patience) {
    this.victims = victims;
    this.clickHouse = clickHouse;
    this.newest = newest;
    this.patience = patience;
  }

  static KillBeforeCommit on(ChaosStack stack) {
    return new KillBeforeCommit(
        Victim.workingTaskManager(stack),
        stack.proxy("clickhouse"),
        () -> {
          Optional<FlinkRest.Job> job = stack.flink().job();
          return job.isEmpty()
              ? Optional.empty()
              : stack.flink().checkpoints(job.get().id()).latestCompleted();
        },
        FLINK_SAYS_SO);
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    victims.find(); // with nobody at work no insert would come
    long giveUp = System.nanoTime() + Await.LIMIT.toNanos();
    CompletedCheckpoint checkpoint = Await.seen(INSERT, this::held);
    // Only now: while that was waited for, the other TaskManager may have taken over.
    victim = victims.find();
    while (hold.standing(STILL_WANTED) == 0
        && !hold.isReleased()
        && System.nanoTime() - giveUp < 0) {
      // The job started over while its TaskManager was looked for, and wants that insert no more.
      hold.release();
      checkpoint = Await.seen(INSERT, this::held);
      victim = victims.find();
    }
    long pid = victim.pid();
    long standing = hold.standing(STILL_WANTED);
    killed = Instant.now();
    victim.kill();
    if (ProcessState.exists(pid)) {
      throw new DidNotBite(victim.name() + " with pid " + pid + " is still there after SIGKILL");
    }
    if (standing == 0 || hold.isReleased() || hold.standing(Await.LIMIT) == 0) {
      // It may have got through meanwhile, and then this was just another kill.
      throw new DidNotBite(
          "no insert of events stood at the proxy any more when " + victim.name() + " was killed");
    }
    return victim.name()
        + " was killed after checkpoint "
        + checkpoint.id()
        + " had completed (the newest before the hold: "
        + (before < 0 ? "none" : before)
        + "), with "
        + standing
        + " inserts of events at the proxy";
  }

  /**
   * Holds inserts until one stands that is of a later checkpoint than those of before. One that
   * stands and is of an earlier checkpoint, which was just being committed, goes on: until it is
   * through, no other completes.
   */
  private Optional<CompletedCheckpoint> held() throws IOException {
    if (hold == null || hold.isReleased()) {
      before = newest.look().map(CompletedCheckpoint::id).orElse(-1L);
      hold = clickHouse.hold(InsertWorker.EVENTS);
    }
    long standing = hold.standing(STILL_WANTED);
    if (standing == 0) {
      return Optional.empty();
    }
    Optional<CompletedCheckpoint> later = newest.look().filter(one -> one.id() > before);
    if (later.isEmpty() && hold.standing(patience) < standing) {
      hold.release();
    }
    return later;
  }

  /** Also of a kill that came too late. */
  @Override
  public Optional<Instant> struckAt() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void heal() {
    if (hold != null) {
      hold.release();
    }
    if (victim != null && !victim.isAlive()) {
      victim.restart();
    }
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
