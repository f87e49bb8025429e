package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.proxy.RequestHold;
import java.io.IOException;
import java.util.Optional;

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
    long before = latest(job).map(CompletedCheckpoint::id).orElse(0L);
    hold = stack.proxy("clickhouse").hold(InsertWorker.EVENTS);
    long checkpoint =
        Await.seen(
            "an insert that stands at the proxy after its checkpoint has completed",
            () ->
                hold.held() == 0
                    ? Optional.empty()
                    : latest(job).map(CompletedCheckpoint::id).filter(id -> id > before));
    long pid = victim.pid();
    victim.kill();
    if (ProcessState.exists(pid)) {
      throw new DidNotBite(victim.name() + " with pid " + pid + " is still there after SIGKILL");
    }
    return victim.name()
        + " was killed after checkpoint "
        + checkpoint
        + " had completed, with "
        + hold.held()
        + " of its inserts at the proxy";
  }

  private Optional<CompletedCheckpoint> latest(String job) throws IOException {
    return stack.flink().checkpoints(job).latestCompleted();
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
