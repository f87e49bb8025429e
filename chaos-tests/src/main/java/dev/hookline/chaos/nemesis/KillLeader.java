package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SIGKILL of the broker that leads most partitions, one of three. */
final class KillLeader implements Worker {

  private final ChaosStack stack;
  private Service victim;
  private Instant killed;

  KillLeader(ChaosStack stack) {
    this.stack = stack;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    int node = Await.seen("a leader", () -> stack.log().leaders().stream().findFirst());
    victim = stack.broker(node);
    killed = Instant.now();
    victim.kill();
    List<Integer> others =
        Await.seen(
            "other leaders",
            () ->
                Optional.of(stack.log().leaders())
                    .filter(now -> !now.isEmpty() && !now.contains(node)));
    return victim.name() + " is gone, and " + others + " lead what it led";
  }

  /** The others were waited for since. */
  @Override
  public Optional<Instant> struckAt() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void heal() {
    if (victim != null && !victim.isAlive()) {
      victim.restart();
    }
  }
}
