package dev.hookline.chaos.workload;

import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.workload.Chain.Way;
import dev.hookline.chaos.workload.Plan.Repeat;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A schedule's deliveries on their way, as the hooks of several organisations would send them. Each
 * one's intent is in the history before its first attempt, and each attempt after it.
 *
 * <p>The order of use is: {@link #start}, whatever shall happen meanwhile, {@link #stop}, {@link
 * #awaitAnswered}, {@link #close}. Thread-safe.
 */
public final class Traffic implements AutoCloseable {

  /** Deliveries under way at once: with more, no new one is begun. */
  private static final int MOST_OPEN = 2_000;

  /** With about as many waiting for the end, no further repeat does, and no first attempt. */
  private static final int MOST_FOR_THE_END = 2_000;

  /** They wait for nothing, whatever the gateways do. */
  private static final int THREADS = 8;

  private static final Duration LAST_ATTEMPTS = Duration.ofSeconds(15);

  private final TrafficSettings settings;
  private final HistoryLog log;
  private final Deliveries deliveries;
  private final RecordingClient client;
  private final ScheduledThreadPoolExecutor threads;
  private final Thread maker;
  private final Semaphore places = new Semaphore(MOST_OPEN);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch made = new CountDownLatch(1);
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicInteger givenUp = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  // Guarded by this object's lock, which is notified when nothing is open any more.
  private final Map<Chain, Future<?>> waiting = new HashMap<>();
  private final List<Chain> forTheEnd = new ArrayList<>();
  private final List<Lane> lanes;
  private int open;
  private boolean givingUp;

  /**
   * Prepares; nothing is sent yet.
   *
   * @param settings what to send
   * @param gateways base addresses, one or more
   * @param secrets of the organisations in the settings
   * @param log where intents and operations go; not closed here
   */
  public Traffic(TrafficSettings settings, List<URI> gateways, SecretOf secrets, HistoryLog log) {
    if (gateways.isEmpty()) {
      throw new IllegalArgumentException("gateways must name one or more; got none");
    }
    this.settings = settings;
    this.log = log;
    this.deliveries = new Deliveries(settings, secrets);
    this.lanes = gateways.stream().map(any -> new Lane(settings.atOnce())).toList();
    this.threads = new ScheduledThreadPoolExecutor(THREADS);
    this.threads.setRemoveOnCancelPolicy(true);
    this.client = new RecordingClient(gateways, log, settings.clock(), threads);
    this.maker = new Thread(this::make, "traffic-" + settings.schedule());
    this.maker.setDaemon(true);
  }

  /** Begins to send. Once. */
  public void start() {
    maker.start();
  }

  /**
   * Which share of the deliveries has its final answer or was given up: 0 to 1. Some are kept for
   * the end, so that it is less than 1 until then.
   */
  public double done() {
    return (double) finished.get() / settings.deliveries();
  }

  /** Begins no new delivery. Those that were begun, and their repeats, go on. */
  public void stop() {
    stopped.countDown();
  }

  /**
   * Sends what waits for the end of the faults, some deliveries once more and some for the first
   * time, and returns when everything that was begun has its final answer or was given up. Waits
   * for the last delivery to be begun if nobody has stopped that.
   *
   * @param limit how long; what is open then is given up, which takes up to 15 s more
   * @return how many ways to a final answer were given up
   * @throws IllegalStateException when a sender failed, for which no gateway can be blamed
   */
  public int awaitAnswered(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    if (!made.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      stop();
      made.await(LAST_ATTEMPTS.toNanos(), TimeUnit.NANOSECONDS);
    }
    sendWhatWaitsForTheEnd();
    if (!awaitNothingOpen(end - System.nanoTime())) {
      giveUp();
      if (!awaitNothingOpen(LAST_ATTEMPTS.toNanos())) {
        throw new IllegalStateException(
            "attempts that must end within 10 s are open after " + LAST_ATTEMPTS.toSeconds());
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("a sender failed", failure.get());
    }
    return givenUp.get();
  }

  private void make() {
    try {
      long start = System.nanoTime();
      for (int i = 0; i < settings.deliveries(); i++) {
        if (isStoppedBefore(start, i) || !havePlace()) {
          return;
        }
        Shipment shipment = deliveries.next();
        log.intent(shipment.intent());
        begin(shipment);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    } finally {
      made.countDown();
    }
  }

  private boolean isStoppedBefore(long start, int number) throws InterruptedException {
    double rate = settings.perSecond();
    long due = rate == 0 ? start : start + (long) (number / rate * 1_000_000_000L);
    return stopped.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  private boolean havePlace() throws InterruptedException {
    while (!places.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      if (stopped.getCount() == 0) {
        return false;
      }
    }
    return true;
  }

  private void begin(Shipment shipment) {
    Plan plan = shipment.plan();
    boolean kept = plan.kept() && haveRoomForTheEnd();
    Chain.Shared shared = new Chain.Shared(shipment, kept);
    long seed = seedOf(shipment);
    List<Chain> chains = new ArrayList<>();
    // The end of each way is what ends the delivery, so both are counted first.
    shared.addWay();
    if (plan.repeat() == Repeat.PARALLEL) {
      shared.addWay();
      chains.add(new Chain(shared, Way.REPEAT, seed));
    } else if (plan.repeat() == Repeat.AT_THE_END && haveRoomForTheEnd()) {
      keepForTheEnd(List.of(new Chain(shared, Way.AT_THE_END, seed)));
    }
    chains.add(new Chain(shared, Way.FIRST, seed));
    if (kept) {
      keepForTheEnd(chains);
      places.release(); // others must not wait for what is not under way
    } else {
      chains.forEach(chain -> schedule(chain, plan.before()));
    }
  }

  private long seedOf(Shipment shipment) {
    return settings.seed() * 31 + shipment.number();
  }

  private synchronized boolean haveRoomForTheEnd() {
    return forTheEnd.size() < MOST_FOR_THE_END;
  }

  private synchronized void keepForTheEnd(List<Chain> chains) {
    forTheEnd.addAll(chains);
  }

  /** Begins an attempt now, or as soon as its gateway has fewer of them. */
  private void due(Chain chain) {
    synchronized (this) {
      if (waiting.remove(chain) == null) {
        return; // given up meanwhile
      }
      if (!lanes.get(chain.due(lanes.size())).enter(chain)) {
        return;
      }
    }
    attempt(chain);
  }

  private void attempt(Chain chain) {
    try {
      var unused =
          chain.attempt(client).whenComplete((isFinal, error) -> ended(chain, isFinal, error));
    } catch (RuntimeException e) {
      ended(chain, null, e);
    }
  }

  private void ended(Chain chain, Boolean isFinal, Throwable error) {
    // first, because the chain's next attempt may be at another gateway
    leaveLane(chain.gateway());
    if (error != null) {
      failure.compareAndSet(null, error);
      end(chain, true);
    } else if (isFinal) {
      if (chain.way() == Way.FIRST) {
        repeat(chain.shared());
      }
      end(chain, false);
    } else if (chain.isSpent()) {
      end(chain, true);
    } else {
      schedule(chain, chain.pause());
      forget();
    }
  }

  private synchronized void leaveLane(int gateway) {
    lanes.get(gateway).leave().ifPresent(next -> threads.execute(() -> attempt(next)));
  }

  private void repeat(Chain.Shared shared) {
    Plan plan = shared.shipment().plan();
    if (plan.repeat() == Repeat.IMMEDIATE || plan.repeat() == Repeat.DELAYED) {
      shared.addWay();
      Duration pause = plan.repeat() == Repeat.DELAYED ? plan.pause() : Duration.ZERO;
      schedule(new Chain(shared, Way.REPEAT, seedOf(shared.shipment())), pause);
    }
  }

  private synchronized void schedule(Chain chain, Duration before) {
    open++;
    if (givingUp) {
      end(chain, true);
    } else {
      waiting.put(
          chain, threads.schedule(() -> due(chain), before.toNanos(), TimeUnit.NANOSECONDS));
    }
  }

  /** A chain that waits for its next attempt was counted anew: the old count goes. */
  private synchronized void forget() {
    open--;
    notifyAll();
  }

  private synchronized void end(Chain chain, boolean withoutAnswer) {
    if (withoutAnswer) {
      givenUp.incrementAndGet();
    }
    if (chain.way() != Way.AT_THE_END && chain.shared().endWay()) {
      finished.incrementAndGet();
      if (!chain.shared().kept()) {
        places.release();
      }
    }
    forget();
  }

  private void sendWhatWaitsForTheEnd() {
    List<Chain> chains;
    synchronized (this) {
      chains = List.copyOf(forTheEnd);
      forTheEnd.clear();
    }
    for (Chain chain : chains) {
      schedule(chain, Duration.ZERO);
    }
  }

  private synchronized boolean awaitNothingOpen(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    while (open > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private synchronized void giveUp() {
    givingUp = true;
    List<Chain> chains = new ArrayList<>(waiting.keySet());
    lanes.forEach(lane -> chains.addAll(lane.clear()));
    waiting.values().forEach(future -> future.cancel(false));
    waiting.clear();
    chains.forEach(chain -> end(chain, true));
  }

  /** Ends all attempts; what was under way is in the history as unknown. */
  @Override
  public void close() {
    stop();
    giveUp();
    client.close();
    try {
      boolean ended = awaitNothingOpen(LAST_ATTEMPTS.toNanos());
      threads.shutdownNow();
      if (!ended || !threads.awaitTermination(LAST_ATTEMPTS.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("attempts do not end " + LAST_ATTEMPTS + " after the stop");
      }
      maker.join(LAST_ATTEMPTS.toMillis());
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
