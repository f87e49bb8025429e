package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.proxy.RequestHold;
import java.io.IOException;

/**
 * SIGKILL of the working TaskManager between the completion of a checkpoint and the end of its
 * commits: the inserts of events wait at the proxy, which they only do once their checkpoint has
 * completed; then it dies.
 */
final class KillBeforeCommit implements Worker {

  private final ChaosStack stack;
  private RequestHold hold;
  private Service victim;

  KillBeforeCommit(ChaosStack stack) {
    this.stack = stack;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    victim = Victim.workingTaskManager(stack).find();
    String job = stack.flink().job().orElseThrow(() -> new DidNotBite("there is no job")).id();
    hold = stack.proxy("clickhouse").hold(InsertWorker.EVENTS);
    // Of a completed checkpoint: before, the job sends none. Until it is through no other
    // completes.
    Await.until("an insert of events at the proxy", () -> hold.held() > 0);
    CompletedCheckpoint checkpoint =
        Await.seen(
            "the completed checkpoint", () -> stack.flink().checkpoints(job).latestCompleted());
    long pid = victim.pid();
    victim.kill();
    if (ProcessState.exists(pid)) {
      throw new DidNotBite(victim.name() + " with pid " + pid + " is still there after SIGKILL");
    }
    return victim.name()
        + " was killed after checkpoint "
        + checkpoint.id()
        + " had completed, with "
        + hold.held()
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
