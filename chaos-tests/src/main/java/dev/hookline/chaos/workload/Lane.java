package dev.hookline.chaos.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The attempts at one gateway: so many at once, and behind them, in the order in which they were
 * due, those that wait for one of them to end. Each gateway has its own, so that one that answers
 * nothing holds up nobody else's deliveries. Not thread-safe.
 */
final class Lane {

  private final int most;
  private final Deque<Chain> behind = new ArrayDeque<>();
  private int underWay;

  Lane(int most) {
    this.most = most;
  }

  /** Says whether the attempt may begin; one that may not waits here. */
  boolean enter(Chain chain) {
    if (underWay == most) {
      behind.add(chain);
      return false;
    }
    underWay++;
    return true;
  }

  /** Ends an attempt; gives the one that begins in its place. */
  Optional<Chain> leave() {
    Optional<Chain> next = Optional.ofNullable(behind.poll());
    underWay -= next.isPresent() ? 0 : 1;
    return next;
  }

  /** Takes out all that wait. */
  List<Chain> clear() {
    List<Chain> all = new ArrayList<>(behind);
    behind.clear();
    return all;
  }
}
