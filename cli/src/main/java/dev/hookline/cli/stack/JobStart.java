package dev.hookline.cli.stack;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until every task of the job runs. */
public final class JobStart {

  private static final long LOOK_EVERY_MILLIS = 200;

  private final FlinkRest flink;
  private volatile String lastSeen = "Flink's REST interface has not answered";

  /**
   * Nothing is asked yet.
   *
   * @param flink a client of the cluster
   */
  public JobStart(FlinkRest flink) {
    this.flink = flink;
  }

  /**
   * Waits.
   *
   * @param limit for how long at most
   * @return empty once the job runs; else why it does not, when the limit passes
   */
  public Optional<String> await(Duration limit) {
    CompletableFuture<Void> running = new CompletableFuture<>();
    ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused =
          looks.scheduleWithFixedDelay(
              () -> look(running), 0, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
      running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(lastSeen);
    } catch (ExecutionException e) {
      return Optional.of(String.valueOf(e.getCause().getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted while waiting for it");
    } finally {
      looks.shutdownNow();
    }
  }

  private void look(CompletableFuture<Void> running) {
    try {
      Optional<FlinkRest.Job> job = flink.job();
      if (job.isEmpty()) {
        lastSeen = "there is no job yet";
      } else if (job.get().running() && flink.allTasksRunning(job.get().id())) {
        running.complete(null);
      } else {
        lastSeen =
            "it is "
                + job.get().state()
                + flink.latestFailure(job.get().id()).map(text -> ": " + text).orElse("");
      }
    } catch (IOException e) {
      lastSeen = e.getMessage();
    } catch (RuntimeException e) {
      running.completeExceptionally(e);
    }
  }
}
