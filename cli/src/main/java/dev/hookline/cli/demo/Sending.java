package dev.hookline.cli.demo;

import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.Answer.Answered;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.WebhookClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Sends a workload as several hooks of a provider would: some deliveries at once, every twentieth a
 * second time (in turn behind its answer or beside it), and what got no final answer again, as the
 * owner of a hook would have it redelivered.
 */
final class Sending {

  private static final int THREADS = 8;
  private static final int REPEAT_EVERY = 20;
  private static final Duration GIVE_UP = Duration.ofMinutes(2);
  private static final Duration LEAST_PAUSE = Duration.ofMillis(200);
  private static final Duration MOST_PAUSE = Duration.ofSeconds(3);

  private final WebhookClient client;
  private final Function<Delivery, String> secretOf;
  private final History history;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Sending(WebhookClient client, Function<Delivery, String> secretOf, History history) {
    this.client = client;
    this.secretOf = secretOf;
    this.history = history;
  }

  /** Deliveries that have their final answer, or were given up. */
  int done() {
    return done.get();
  }

  /**
   * Sends and returns when everything has its final answer or was given up.
   *
   * @param rate deliveries a second, or 0 for as fast as they are answered
   */
  void run(Workload workload, int deliveries, double rate) throws InterruptedException {
    Semaphore places = new Semaphore(THREADS * 2);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    long start = System.nanoTime();
    try {
      for (int i = 0; i < deliveries; i++) {
        waitUntilDue(start, i, rate);
        Delivery delivery = workload.next();
        int number = i;
        places.acquire();
        threads.execute(() -> sendOne(delivery, number, places));
      }
    } finally {
      threads.shutdown();
      if (!threads.awaitTermination(GIVE_UP.toSeconds() + 30, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the sender failed", failure.get());
    }
  }

  private void sendOne(Delivery delivery, int number, Semaphore places) {
    try {
      Thread beside = null;
      if (number % (REPEAT_EVERY * 2) == 0) {
        beside = new Thread(() -> untilAnswered(delivery), "beside");
        beside.start();
      }
      untilAnswered(delivery);
      if (number % (REPEAT_EVERY * 2) == REPEAT_EVERY) {
        untilAnswered(delivery);
      }
      if (beside != null) {
        beside.join(GIVE_UP.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      done.incrementAndGet();
      places.release();
    }
  }

  private void untilAnswered(Delivery delivery) {
    Map<String, String> headers = delivery.headers(secretOf.apply(delivery));
    long deadline = System.nanoTime() + GIVE_UP.toNanos();
    Duration pause = LEAST_PAUSE;
    try {
      while (true) {
        Answer answer = client.send(delivery, headers);
        history.record(delivery, answer);
        boolean last =
            answer instanceof Answered answered && (answered.acknowledged() || answered.refused());
        if (last || System.nanoTime() > deadline) {
          return;
        }
        LockSupport.parkNanos(pause.toNanos());
        pause =
            pause.multipliedBy(2).compareTo(MOST_PAUSE) < 0 ? pause.multipliedBy(2) : MOST_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void waitUntilDue(long start, int number, double rate)
      throws InterruptedException {
    if (rate <= 0) {
      return;
    }
    long due = start + (long) (number / rate * 1_000_000_000L);
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while sending");
      }
    }
  }
}
