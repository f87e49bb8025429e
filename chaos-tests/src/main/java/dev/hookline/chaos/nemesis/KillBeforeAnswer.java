package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.Log;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * SIGKILL of a gateway when a record of its is in Kafka and its sender has no answer: Kafka's
 * answers are slowed down until the log has grown, then the gateway dies. That the record was this
 * gateway's and of no other is known from the senders' history afterwards; a kill of which none is
 * known to be is followed by another, when the gateway is back.
 */
final class KillBeforeAnswer implements Worker {

  private static final int MOST_KILLS = 3;
  private static final Duration SLOW = Duration.ofMillis(1500);

  /**
   * First attempts take the gateways in turn, so of so many in a row some are nearly always this
   * one's. It is no proof, since each may have hundreds under way: that is the history.
   */
  private static final int RECORDS = 6;

  /**
   * The first burst is in the log after 1.5 s. A producer whose connection has ended over it needs
   * several answers for a new one, and none comes in time: then it begins anew.
   */
  private static final Duration BURST = Duration.ofSeconds(5);

  /** A sender waits 10 s: whoever began before the kill has written down by then how it ended. */
  private static final Duration ATTEMPTS_END = Duration.ofSeconds(13);

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LATELY = Duration.ofSeconds(1);

  private final Service gateway;
  private final int number;
  private final FaultyProxy kafka;
  private final Sight log;
  private final Supplier<List<Operation>> history;
  private final Duration attemptsEnd;
  private final List<Kill> kills = new ArrayList<>();

  /** After the last kill; null while there is something to be put right. */
  private Instant healed;

  /** What is seen of the topic. */
  interface Sight {
    /** Its offsets of now. */
    LogCut now() throws IOException;

    /** As {@link Log#identities}. */
    Set<String> identities(LogCut before, LogCut after);
  }

  /**
   * One kill.
   *
   * @param at just before it: senders may see its end before the call returns
   * @param before where the log ended when Kafka had been slowed down
   * @param atKill where it ended then
   * @param inLog identities of the records between
   * @param own those of them that are evidence
   */
  private record Kill(
      long pid, Instant at, LogCut before, LogCut atKill, Set<String> inLog, Set<String> own) {
    Kill seen(Set<String> written, Set<String> unanswered) {
      return new Kill(pid, at, before, atKill, written, unanswered);
    }
  }

  /** A stretch of the log that was written while no confirmation came. */
  private record Burst(LogCut before, LogCut after) {}

  KillBeforeAnswer(ChaosStack stack, int number, Supplier<List<Operation>> history) {
    this(
        stack.gateway(number),
        number,
        stack.proxy("kafka"),
        new Sight() {
          @Override
          public LogCut now() throws IOException {
            return stack.log().now();
          }

          @Override
          public Set<String> identities(LogCut before, LogCut after) {
            return stack.log().identities(before, after);
          }
        },
        history,
        ATTEMPTS_END);
  }

  /**
   * @param attemptsEnd after a kill, when each attempt that had begun before it is in the history
   */
  KillBeforeAnswer(
      Service gateway,
      int number,
      FaultyProxy kafka,
      Sight log,
      Supplier<List<Operation>> history,
      Duration attemptsEnd) {
    this.gateway = gateway;
    this.number = number;
    this.kafka = kafka;
    this.log = log;
    this.history = history;
    this.attemptsEnd = attemptsEnd;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    do {
      healed = null;
      try {
        kill();
      } catch (DidNotBite e) {
        throw kills.isEmpty() ? e : new DidNotBite(told() + "; then " + e.getMessage());
      }
      putRight();
      healed = Instant.now();
      look();
    } while (last().own().isEmpty() && kills.size() < MOST_KILLS);
    return told();
  }

  private String told() {
    return kills.stream()
        .map(
            one ->
                "%s with pid %d is gone after %d records whose confirmation was on its way"
                    .formatted(gateway.name(), one.pid(), size(one.atKill()) - size(one.before())))
        .collect(Collectors.joining(", of which none is known to be its own, then "));
  }

  private Kill last() {
    return kills.get(kills.size() - 1);
  }

  private void kill() throws DidNotBite, InterruptedException {
    Service victim = Victim.of(gateway).find();
    Burst burst =
        Await.seen("records whose confirmation is on its way", this::recordsWithoutConfirmation);
    kills.add(
        new Kill(victim.pid(), Instant.now(), burst.before(), burst.after(), Set.of(), Set.of()));
    victim.kill();
  }

  /** Slows Kafka down; empty, with Kafka as it was, when too few records came. */
  private Optional<Burst> recordsWithoutConfirmation() throws IOException {
    if (!writes()) {
      return Optional.empty();
    }
    kafka.delay(SLOW);
    LogCut now = log.now();
    LogCut before;
    do {
      before = now;
      LockSupport.parkNanos(POLL.toNanos());
      now = log.now();
    } while (!now.equals(before)); // what was under way before has come
    Instant late = Instant.now().plus(BURST);
    while (size(now) < size(before) + RECORDS && Instant.now().isBefore(late)) {
      LockSupport.parkNanos(POLL.toNanos());
      now = log.now();
    }
    if (size(now) < size(before) + RECORDS) {
      kafka.pass();
      return Optional.empty();
    }
    return Optional.of(new Burst(before, now));
  }

  /** A producer that has no connection yet would have no record in Kafka before the other's. */
  private boolean writes() {
    long lately = Instant.now().minus(LATELY).toEpochMilli();
    return history.get().stream()
        .anyMatch(
            one ->
                one.gateway() == number
                    && one.status() == HttpURLConnection.HTTP_ACCEPTED
                    && one.startMillis() >= lately);
  }

  private static long size(LogCut cut) {
    return cut.spans().values().stream().mapToLong(LogCut.Span::to).sum();
  }

  /** Each kill has its own moment and stretch of the log: another's records are no evidence. */
  private void look() throws DidNotBite, InterruptedException {
    Kill kill = last();
    Await.until(
        "the end of the attempts that had begun before the kill",
        () -> Instant.now().isAfter(kill.at().plus(attemptsEnd)));
    Set<String> inLog = log.identities(kill.before(), kill.atKill());
    Set<String> own =
        new OwnRecords(number, kill.at().toEpochMilli()).unanswered(inLog, history.get());
    kills.set(kills.size() - 1, kill.seen(inLog, own));
  }

  private void putRight() {
    kafka.pass();
    if (!gateway.isAlive()) {
      gateway.restart();
    }
  }

  @Override
  public Optional<Instant> struckAt() {
    return kills.isEmpty() ? Optional.empty() : Optional.of(last().at());
  }

  @Override
  public void heal() {
    if (!gateway.isAlive()) {
      healed = null;
    }
    putRight();
  }

  @Override
  public Optional<Instant> healedAt() {
    return Optional.ofNullable(healed);
  }

  @Override
  public String afterHealing() throws DidNotBite {
    if (last().own().isEmpty()) {
      throw new DidNotBite(
          "none of the records "
              + last().inLog()
              + " that were in Kafka when gateway-"
              + number
              + " died was one that only it can have written, and whose sender has no answer");
    }
    return last().own().size() + " of them were its own and of no other gateway, and unanswered";
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
