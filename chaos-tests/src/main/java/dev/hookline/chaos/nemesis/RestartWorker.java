package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * SIGTERM, the end of the process and its next start: one part, or several in turn. One that has
 * not ended by itself was killed, which is another fault.
 */
final class RestartWorker implements Worker {

  /** A gateway may take 15 s for what is under way; the rest is for a slow machine. */
  private static final Duration ORDERLY_END = Duration.ofSeconds(60);

  private final List<Victim> aims;
  private final Duration orderlyEnd;

  /** Each with the process that was to end. */
  private final Map<Service, Long> touched = new LinkedHashMap<>();

  RestartWorker(List<Victim> aims) {
    this(aims, ORDERLY_END);
  }

  /**
   * @param orderlyEnd what a process may take from SIGTERM to its end
   */
  RestartWorker(List<Victim> aims, Duration orderlyEnd) {
    this.aims = aims;
    this.orderlyEnd = orderlyEnd;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    List<String> changes = new ArrayList<>();
    for (Victim aim : aims) {
      Service victim = aim.find();
      long before = victim.pid();
      touched.put(victim, before);
      long told = System.nanoTime();
      boolean ended = endsBySigterm(before);
      double seconds = (System.nanoTime() - told) / 1e9;
      victim.restart();
      if (!victim.isAlive() || victim.pid() == before || ProcessState.exists(before)) {
        throw new DidNotBite(victim.name() + " was not restarted: pid " + before + " before");
      }
      if (!ended) {
        throw new DidNotBite(
            "%s with pid %d had not ended %.1f s after SIGTERM, so it was killed"
                .formatted(victim.name(), before, orderlyEnd.toMillis() / 1000.0));
      }
      changes.add(
          "%s had pid %d, ended after %.1f s and has %d"
              .formatted(victim.name(), before, seconds, victim.pid()));
    }
    return String.join(", ", changes);
  }

  /** Not left to the part's own restart, which sends SIGKILL after a while and tells nobody. */
  private boolean endsBySigterm(long pid) throws InterruptedException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return true;
    }
    process.get().destroy();
    try {
      process.get().onExit().get(orderlyEnd.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of process " + pid + " cannot be waited for", e);
    }
  }

  @Override
  public void heal() {
    touched.forEach(
        (one, before) -> {
          if (!one.isAlive() || one.pid() == before) {
            one.restart();
          }
        });
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
