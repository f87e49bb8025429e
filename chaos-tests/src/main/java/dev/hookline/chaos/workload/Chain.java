package dev.hookline.chaos.workload;

import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One way of a delivery to a final answer: a 2xx, or a 4xx that would come again. What has none is
 * sent again after a pause that grows, as a hook's owner would have it, but not for ever. Used by
 * one thread at a time.
 */
final class Chain {

  /** What a sender that goes on for some minutes comes to. */
  private static final int MOST_ATTEMPTS = 80;

  /** A request that must be refused is not worth more. */
  private static final int MOST_ATTEMPTS_OF_A_BAD_ONE = 5;

  private static final long LEAST_PAUSE_MILLIS = 200;
  private static final long MOST_PAUSE_MILLIS = 3_000;
  private static final int MOST_DOUBLINGS = 10;

  private final Shared shared;
  private final Request request;
  private final Way way;
  private final SplittableRandom jitter;
  private final int most;
  private int made;
  private int number;
  private int gateway;

  /** Which of a delivery's ways. */
  enum Way {
    FIRST,
    /** The delivery is not through before its repeat is. */
    REPEAT,
    /** Nobody waits for it before the end. */
    AT_THE_END
  }

  /** What the ways of one delivery have in common. */
  static final class Shared {
    private final Shipment shipment;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger ways = new AtomicInteger();
    private final boolean kept;

    /**
     * Of a delivery that has no way yet.
     *
     * @param kept whether all of its ways begin at the end
     */
    Shared(Shipment shipment, boolean kept) {
      this.shipment = shipment;
      this.kept = kept;
    }

    /** Whether it is not under way before the end. */
    boolean kept() {
      return kept;
    }

    Shipment shipment() {
      return shipment;
    }

    /** To be called for each way that the delivery waits for. */
    void addWay() {
      ways.incrementAndGet();
    }

    /** Says whether that was the last. */
    boolean endWay() {
      return ways.decrementAndGet() == 0;
    }
  }

  Chain(Shared shared, Way way, long seed) {
    this.shared = shared;
    this.way = way;
    this.request = way == Way.FIRST ? shared.shipment.request() : shared.shipment.repeated();
    this.jitter = new SplittableRandom(way == Way.FIRST ? seed : ~seed);
    this.most =
        shared.shipment.intent().fate() == Fate.REFUSED
            ? MOST_ATTEMPTS_OF_A_BAD_ONE
            : MOST_ATTEMPTS;
  }

  Shared shared() {
    return shared;
  }

  Way way() {
    return way;
  }

  /** Takes the number of the next attempt, and with it the gateway, whose index this gives. */
  int due(int gateways) {
    made++;
    number = shared.attempts.incrementAndGet();
    gateway = shared.shipment.plan().gateway(number, gateways);
    return gateway;
  }

  /** Index of the gateway of the attempt that is due or under way. */
  int gateway() {
    return gateway;
  }

  /** Makes the attempt that is due; says in the end whether its answer is final. */
  CompletableFuture<Boolean> attempt(RecordingClient client) {
    return client
        .attempt(shared.shipment.intent().identity(), request, gateway, number)
        .thenApply(Chain::isFinal);
  }

  static boolean isFinal(Operation operation) {
    boolean again = operation.status() == 408 || operation.status() == 429;
    return operation.outcome() == Outcome.OK || (operation.outcome() == Outcome.NOT && !again);
  }

  boolean isSpent() {
    return made >= most;
  }

  /** Before the next attempt: twice as long each time, up to a limit, half of it by chance. */
  Duration pause() {
    long longest =
        Math.min(MOST_PAUSE_MILLIS, LEAST_PAUSE_MILLIS << Math.min(made - 1, MOST_DOUBLINGS));
    return Duration.ofMillis(longest / 2 + jitter.nextLong(longest / 2 + 1));
  }
}
