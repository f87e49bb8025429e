package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.demo.CheckpointKill;
import dev.hookline.devstack.Service;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/**
 * SIGKILL of the working TaskManager while a checkpoint waits for ClickHouse, which stands still.
 */
final class KillInCheckpoint implements Worker {

  private final ChaosStack stack;
  private final List<CompletableFuture<Void>> restarts = new ArrayList<>();

  /** Of the last kill. */
  private volatile Instant killed;

  KillInCheckpoint(ChaosStack stack) {
    this.stack = stack;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    Await.until("the job to run", () -> Victim.runningJob(stack).isPresent());
    List<CheckpointKill.Kill> kills;
    try {
      kills = new CheckpointKill(stack.flink(), stack.clickHouse(), this::kill).run();
    } catch (CliFailure e) {
      throw new DidNotBite(e.getMessage(), e);
    }
    String text =
        kills.stream()
            .map(
                kill ->
                    kill.taskManager()
                        + " was killed while checkpoint "
                        + kill.checkpoint()
                        + " was in progress, which "
                        + (kill.failed() ? "failed" : "ended all the same"))
            .collect(Collectors.joining(", then "));
    if (!kills.get(kills.size() - 1).failed()) {
      throw new DidNotBite(text);
    }
    return text;
  }

  /** Started again beside: ClickHouse must not stand still for as long as that takes. */
  private void kill(String resourceId) {
    Service victim = stack.job().processes().taskManager(resourceId);
    killed = Instant.now();
    victim.kill();
    restarts.add(CompletableFuture.runAsync(victim::restart));
  }

  /** The next completed checkpoint was waited for since. */
  @Override
  public Optional<Instant> struckAt() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void heal() {
    stack.clickHouse().resume();
    for (CompletableFuture<Void> restart : restarts) {
      try {
        restart.join(); // bounded by the start itself
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException known ? known : e;
      }
    }
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
