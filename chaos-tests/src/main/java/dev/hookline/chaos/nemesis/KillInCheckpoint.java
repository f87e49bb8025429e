package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.demo.CheckpointKill;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.devstack.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * SIGKILL of the working TaskManager while a checkpoint waits for ClickHouse, which stands still. A
 * checkpoint that turns out to have ended just before is followed by another kill. The recovery is
 * not waited for here: how long it takes is measured, and is no matter of whether the fault bit.
 */
final class KillInCheckpoint implements Worker {

  private static final int MOST_KILLS = 3;

  /** Flink misses a TaskManager after 5 s and tells it 0.2 s later; the rest is for slowness. */
  private static final Duration TOLD = Duration.ofSeconds(30);

  private static final String FAILED = "FAILED";
  private static final String COMPLETED = "COMPLETED";

  private final FlinkRest flink;
  private final Service clickHouse;
  private final Function<String, Service> taskManagers;
  private final List<CheckpointKill.Strike> kills = new ArrayList<>();
  private final List<CompletableFuture<Void>> restarts = new ArrayList<>();

  /** Of the last kill. */
  private volatile Instant killed;

  /** Of the last kill's checkpoint, once it was told; Flink keeps no more than ten of them. */
  private Optional<String> became = Optional.empty();

  KillInCheckpoint(ChaosStack stack) {
    this(stack.flink(), stack.clickHouse(), id -> stack.job().processes().taskManager(id));
  }

  /**
   * @param clickHouse what the checkpoint shall wait for
   * @param taskManagers each by its resource id
   */
  KillInCheckpoint(FlinkRest flink, Service clickHouse, Function<String, Service> taskManagers) {
    this.flink = flink;
    this.clickHouse = clickHouse;
    this.taskManagers = taskManagers;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    Await.until("the job to run", () -> Victim.runningJob(flink).isPresent());
    CheckpointKill kill = new CheckpointKill(flink, clickHouse, this::kill);
    try {
      kills.add(kill.strike());
      while (endedAllTheSame() && kills.size() < MOST_KILLS) {
        // Before that the job may still be shown where it was.
        var unused = kill.recovered(last());
        kills.add(kill.strike());
      }
    } catch (CliFailure e) {
      throw new DidNotBite(e.getMessage(), e);
    }
    return kills.stream()
        .map(
            one ->
                one.taskManager()
                    + " was killed while checkpoint "
                    + one.checkpoint()
                    + " was in progress")
        .collect(Collectors.joining(", which ended all the same, then "));
  }

  private CheckpointKill.Strike last() {
    return kills.get(kills.size() - 1);
  }

  /** No where Flink does not say so soon: then it is looked at again afterwards. */
  private boolean endedAllTheSame() throws InterruptedException {
    became = Optional.empty();
    try {
      became = Optional.of(ended(TOLD));
    } catch (DidNotBite e) {
      return false;
    }
    return became.get().equals(COMPLETED);
  }

  /** What became of the last kill's checkpoint: {@link #FAILED} or {@link #COMPLETED}. */
  private String ended(Duration limit) throws DidNotBite, InterruptedException {
    CheckpointKill.Strike last = last();
    return Await.seen(
        "Flink to say what became of checkpoint " + last.checkpoint(),
        limit,
        () ->
            Optional.ofNullable(flink.checkpointStatuses(last.job()).get(last.checkpoint()))
                .filter(status -> status.equals(FAILED) || status.equals(COMPLETED)));
  }

  /** Started again beside: ClickHouse must not stand still for as long as that takes. */
  private void kill(String resourceId) {
    Service victim = taskManagers.apply(resourceId);
    killed = Instant.now();
    victim.kill();
    restarts.add(CompletableFuture.runAsync(victim::restart));
  }

  @Override
  public Optional<Instant> struckAt() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void heal() {
    clickHouse.resume();
    for (CompletableFuture<Void> restart : restarts) {
      try {
        restart.join(); // bounded by the start itself
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException known ? known : e;
      }
    }
  }

  @Override
  public String afterHealing() throws DidNotBite, InterruptedException {
    String last = became.isPresent() ? became.get() : ended(Await.LIMIT);
    if (!last.equals(FAILED)) {
      throw new DidNotBite("checkpoint " + last().checkpoint() + " ended all the same");
    }
    return "checkpoint " + last().checkpoint() + " failed";
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
