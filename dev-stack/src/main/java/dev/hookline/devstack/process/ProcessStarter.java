package dev.hookline.devstack.process;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one thread that starts children. The kernel sends a child its parent-death signal when the
 * <em>thread</em> that started it ends, not the process; this thread lives as long as the JVM.
 */
final class ProcessStarter {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final ExecutorService STARTER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "child-process-starter");
            thread.setDaemon(true);
            return thread;
          });

  private ProcessStarter() {}

  static Process start(ProcessBuilder builder) throws IOException {
    try {
      return STARTER.submit(builder::start).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no answer from the process starter in " + LIMIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DevStackException("Interrupted while starting a process", e);
    }
  }
}
