package dev.hookline.cli.stack;

import dev.hookline.devstack.Service;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a process again that died without being asked to: at once, and when that fails after 1, 2,
 * 4 … 30 seconds, for as long as the stack is up. Each process has a thread of its own, because a
 * start waits until the process answers, which may need another one that died as well.
 */
final class Watch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
  private static final long ORDERLY_SECONDS = 5;
  private static final long FORCED_SECONDS = 30;

  private final Set<String> restarting = ConcurrentHashMap.newKeySet();
  private final Runnable changed;
  private final ScheduledExecutorService threads;
  private volatile boolean stopping;

  /**
   * Begins to watch.
   *
   * @param services the processes
   * @param changed told when a process died or is there again
   */
  Watch(List<Service> services, Runnable changed) {
    this.changed = changed;
    this.threads =
        Executors.newScheduledThreadPool(
            services.size(),
            task -> {
              Thread thread = new Thread(task, "watch");
              thread.setDaemon(true);
              return thread;
            });
    for (Service service : services) {
      Revival revival = new Revival(service);
      var unused =
          threads.scheduleWithFixedDelay(
              revival::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Whether a process is being started again.
   *
   * @param name the process
   * @return true from its death until it answers again
   */
  boolean isRestarting(String name) {
    return restarting.contains(name);
  }

  /** Ends the watch; a restart under way is given up. */
  @Override
  public void close() {
    stopping = true;
    threads.shutdown();
    try {
      if (!threads.awaitTermination(ORDERLY_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
        if (!threads.awaitTermination(FORCED_SECONDS, TimeUnit.SECONDS)) {
          LOG.warn("a restart has not ended within {} s; stopping all the same", FORCED_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One process's way back; used by one thread at a time. */
  private final class Revival {
    private final Service service;
    private Duration backOff = Duration.ZERO;
    private long notBeforeNanos;

    Revival(Service service) {
      this.service = service;
    }

    /** Never throws: the executor would stop looking. */
    void look() {
      if (stopping || service.isAlive()) {
        return;
      }
      if (restarting.add(service.name())) {
        LOG.warn("{} died; starting it again", service.name());
        changed.run();
      }
      if (!backOff.isZero() && System.nanoTime() - notBeforeNanos < 0) {
        return;
      }
      try {
        service.restart();
        backOff = Duration.ZERO;
        restarting.remove(service.name());
        LOG.warn("{} is up again (pid {})", service.name(), service.pid());
        changed.run();
      } catch (RuntimeException e) {
        backOff = backOff.isZero() ? FIRST_BACK_OFF : shorter(backOff.multipliedBy(2));
        notBeforeNanos = System.nanoTime() + backOff.toNanos();
        if (!stopping) {
          LOG.warn(
              "{} did not start; again in {} s: {}",
              service.name(),
              backOff.toSeconds(),
              e.getMessage());
        }
      }
    }

    private Duration shorter(Duration wanted) {
      return wanted.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : wanted;
    }
  }
}
