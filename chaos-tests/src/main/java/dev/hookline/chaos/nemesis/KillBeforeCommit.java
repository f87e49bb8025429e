package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.RequestHold;
import java.time.Duration;
import java.util.Optional;

/**
 * SIGKILL of the working TaskManager between the completion of a checkpoint and the end of its
 * commits: the inserts of events wait at the proxy, which they only do once their checkpoint has
 * completed; then it dies.
 */
final class KillBeforeCommit implements Worker {

  /** The sink's client gives a request up after 20 s; what is older may be nobody's any more. */
  private static final Duration STILL_WANTED = Duration.ofSeconds(15);

  private final Victim victims;
  private final FaultyProxy clickHouse;
  private final Await.Look<CompletedCheckpoint> newest;
  private RequestHold hold;
  private Service victim;

  /**
   * @param victims finds the process that writes
   * @param clickHouse what its inserts pass
   * @param newest the newest completed checkpoint
   */
  KillBeforeCommit(Victim victims, FaultyProxy clickHouse, Await.Look<CompletedCheckpoint> newest) {
    this.victims = victims;
    this.clickHouse = clickHouse;
    this.newest = newest;
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
        });
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    victim = victims.find();
    hold = clickHouse.hold(InsertWorker.EVENTS);
    // Of a completed checkpoint: before, the job sends none. Until it is through no other
    // completes.
    Await.until("an insert of events at the proxy", () -> hold.standing(STILL_WANTED) > 0);
    CompletedCheckpoint checkpoint = Await.seen("the completed checkpoint", newest);
    long pid = victim.pid();
    long standing = hold.standing(STILL_WANTED);
    victim.kill();
    if (ProcessState.exists(pid)) {
      throw new DidNotBite(victim.name() + " with pid " + pid + " is still there after SIGKILL");
    }
    if (standing == 0 || hold.standing(Await.LIMIT) == 0) {
      // It may have got through meanwhile, and then this was just another kill.
      throw new DidNotBite(
          "no insert of events stood at the proxy any more when " + victim.name() + " was killed");
    }
    return victim.name()
        + " was killed after checkpoint "
        + checkpoint.id()
        + " had completed, with "
        + standing
        + " of its inserts at the proxy";
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
