package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** SIGKILL of the broker that leads most partitions, one of three. */
final class KillLeader implements Worker {

  private final Leaders leaders;
  private final IntFunction<Service> brokers;
  private Service victim;
  private Instant killed;

  /** The numbers of the brokers that lead a partition, the one with most partitions first. */
  interface Leaders {
    List<Integer> now() throws IOException;
  }

  KillLeader(ChaosStack stack) {
    this(() -> stack.log().leaders(), stack::broker);
  }

  /**
   * @param brokers each by its number
   */
  KillLeader(Leaders leaders, IntFunction<Service> brokers) {
    this.leaders = leaders;
    this.brokers = brokers;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    int node = Await.seen("a leader", () -> leaders.now().stream().findFirst());
    victim = brokers.apply(node);
    killed = Instant.now();
    victim.kill();
    List<Integer> others =
        Await.seen(
            "other leaders",
            () -> Optional.of(leaders.now()).filter(now -> !now.isEmpty() && !now.contains(node)));
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
