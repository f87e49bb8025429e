package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.WebhookClient;
import dev.hookline.devstack.process.BoundedWait;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Sends as a provider does and writes down what it did and saw: an intent before its first attempt,
 * an operation after each. Thread-safe.
 */
public final class Sender implements AutoCloseable {

  private static final Duration REDELIVERY_LIMIT = Duration.ofMinutes(2);
  private static final int THREADS = 8;

  private final String secret;
  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private final Map<String, Integer> attempts = new LinkedHashMap<>();
  private final List<Operation> operations = new ArrayList<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "mutants-sender");
            thread.setDaemon(true);
            return thread;
          });
  private volatile WebhookClient client;

  /**
   * A sender.
   *
   * @param gateway whom to send to, such as {@code http://127.0.0.1:8080}
   * @param secret to sign with
   */
  public Sender(URI gateway, String secret) {
    this.client = new WebhookClient(gateway);
    this.secret = secret;
  }

  /** Sends to another gateway from now on. */
  public void redirect(URI gateway) {
    client = new WebhookClient(gateway);
  }

  /**
   * Sends once.
   *
   * @return what is known of this attempt
   */
  public Outcome send(Dispatch dispatch) {
    int attempt = begin(dispatch);
    long start = System.currentTimeMillis();
    try {
      return end(
          dispatch,
          attempt,
          start,
          client.send(dispatch.delivery(), dispatch.delivery().headers(secret)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending", e);
    }
  }

  /** As {@link #send}, on a thread of its own. */
  public CompletableFuture<Outcome> sendAsync(Dispatch dispatch) {
    return CompletableFuture.supplyAsync(() -> send(dispatch), threads);
  }

  /** Sends all of them once, several at a time. */
  public void sendAll(Collection<Dispatch> dispatches) {
    awaitAll(dispatches.stream().map(this::sendAsync).toList());
  }

  /**
   * Sends those again that have no 2xx yet, until all have one.
   *
   * @throws dev.hookline.devstack.DevStackException when that takes too long
   */
  public void redeliver(Collection<Dispatch> dispatches) {
    BoundedWait.until(
        "a 2xx for every delivery",
        REDELIVERY_LIMIT,
        () -> {
          List<Dispatch> open = dispatches.stream().filter(one -> !isAcknowledged(one)).toList();
          sendAll(open);
          return open.isEmpty();
        });
  }

  /** Waits for attempts. */
  public static void awaitAll(Collection<CompletableFuture<Outcome>> attempts) {
    CompletableFuture.allOf(attempts.toArray(CompletableFuture[]::new))
        .orTimeout(REDELIVERY_LIMIT.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  /** What was done and seen so far. */
  public synchronized History history() {
    return History.of(List.copyOf(intents.values()), operations);
  }

  private boolean isAcknowledged(Dispatch dispatch) {
    return history().acknowledged().contains(dispatch.identity());
  }

  private synchronized int begin(Dispatch dispatch) {
    intents.put(dispatch.identity(), dispatch.intent());
    return attempts.merge(dispatch.identity(), 1, Integer::sum);
  }

  private synchronized Outcome end(Dispatch dispatch, int attempt, long start, Answer answer) {
    Operation operation =
        answer instanceof Answer.Answered given
            ? operation(dispatch, attempt, start, outcome(given.status()), given.status(), "")
            : operation(dispatch, attempt, start, Outcome.UNKNOWN, 0, answer.toString());
    operations.add(operation);
    return operation.outcome();
  }

  private static Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return Outcome.OK;
    }
    return status >= 400 && status < 500 ? Outcome.NOT : Outcome.UNKNOWN;
  }

  private static Operation operation(
      Dispatch dispatch, int attempt, long start, Outcome outcome, int status, String detail) {
    return new Operation(
        dispatch.identity(),
        attempt,
        1,
        start,
        System.currentTimeMillis(),
        outcome,
        status,
        detail);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
