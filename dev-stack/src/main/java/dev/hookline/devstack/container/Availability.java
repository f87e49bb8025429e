package dev.hookline.devstack.container;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Decides, once and within bounds, whether tests can run on containers: an engine must answer, and
 * it must have the images or be able to pull them.
 */
final class Availability {
  private static final int REASON_LENGTH = 300;

  private final Callable<ContainerEngine> connect;
  private final Duration answerLimit;
  private final Duration pullLimit;
  private final Map<String, Optional<String>> images = new HashMap<>();
  private ContainerEngine engine;
  private String noEngine;

  /**
   * @param connect finds the engine and hears an answer
   * @param answerLimit the longest to wait for an answer of the engine
   * @param pullLimit the longest that one image may take
   */
  Availability(Callable<ContainerEngine> connect, Duration answerLimit, Duration pullLimit) {
    this.connect = connect;
    this.answerLimit = answerLimit;
    this.pullLimit = pullLimit;
  }

  /** Why a container of these images cannot run; empty when it can. */
  synchronized Optional<String> whyNot(List<String> needed) {
    if (engine == null && noEngine == null) {
      findEngine();
    }
    if (noEngine != null) {
      return Optional.of(noEngine);
    }
    return needed.stream()
        .map(image -> images.computeIfAbsent(image, this::whyMissing))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private void findEngine() {
    try {
      engine = within(answerLimit, connect);
    } catch (TimeoutException e) {
      noEngine = "no Docker engine answers within " + answerLimit.toSeconds() + " s";
    } catch (ExecutionException e) {
      noEngine = "no Docker engine answers: " + reason(e);
    }
  }

  private Optional<String> whyMissing(String image) {
    String cannot = "image " + image + " cannot be pulled";
    try {
      if (within(answerLimit, () -> engine.has(image))) {
        return Optional.empty();
      }
      // The engine's own wait ends first, unless the engine itself hangs.
      if (within(pullLimit.plus(answerLimit), () -> engine.pull(image, pullLimit))) {
        return Optional.empty();
      }
      return Optional.of(cannot + ": not done within " + pullLimit.toSeconds() + " s");
    } catch (TimeoutException e) {
      return Optional.of(cannot + ": the engine does not answer");
    } catch (ExecutionException e) {
      return Optional.of(cannot + ": " + reason(e));
    }
  }

  /** What went wrong, in one line. */
  private static String reason(ExecutionException failed) {
    Throwable cause = failed.getCause();
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= REASON_LENGTH ? line : line.substring(0, REASON_LENGTH) + " …";
  }

  /** Runs it in a thread that nobody waits for any longer than this. */
  private static <T> T within(Duration limit, Callable<T> work)
      throws TimeoutException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "docker-engine-check");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutionException(e);
    } finally {
      task.cancel(true);
    }
  }
}
