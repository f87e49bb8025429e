package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.devstack.Service;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * SIGKILL of a gateway when a record of its is in Kafka and its sender has no answer: Kafka's
 * answers are slowed down until the log has grown, then the gateway dies. That the record was this
 * gateway's and of no other is known from the senders' history afterwards.
 */
final class KillBeforeAnswer implements Worker {

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

  private final ChaosStack stack;
  private final int number;
  private final Supplier<List<Operation>> history;
  private LogCut before;
  private LogCut atKill;
  private Instant kill;

  KillBeforeAnswer(ChaosStack stack, int number, Supplier<List<Operation>> history) {
    this.stack = stack;
    this.number = number;
    this.history = history;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    Service gateway = Victim.of(stack.gateway(number)).find();
    atKill =
        Await.seen("records whose confirmation is on its way", this::recordsWithoutConfirmation);
    long pid = gateway.pid();
    kill = Instant.now(); // senders may see its end before the call returns
    gateway.kill();
    return gateway.name()
        + " with pid "
        + pid
        + " is gone after "
        + (size(atKill) - size(before))
        + " records whose confirmation was on its way";
  }

  /** Slows Kafka down; empty, with Kafka as it was, when too few records came. */
  private Optional<LogCut> recordsWithoutConfirmation() throws IOException {
    if (!writes()) {
      return Optional.empty();
    }
    stack.proxy("kafka").delay(SLOW);
    LogCut now = stack.log().now();
    do {
      before = now;
      LockSupport.parkNanos(POLL.toNanos());
      now = stack.log().now();
    } while (!now.equals(before)); // what was under way before has come
    Instant late = Instant.now().plus(BURST);
    while (size(now) < size(before) + RECORDS && Instant.now().isBefore(late)) {
      LockSupport.parkNanos(POLL.toNanos());
      now = stack.log().now();
    }
    if (size(now) < size(before) + RECORDS) {
      stack.proxy("kafka").pass();
      return Optional.empty();
    }
    return Optional.of(now);
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

  @Override
  public void heal() {
    stack.proxy("kafka").pass();
    if (!stack.gateway(number).isAlive()) {
      stack.gateway(number).restart();
    }
  }

  @Override
  public String afterHealing() throws DidNotBite, InterruptedException {
    Await.until(
        "the end of the attempts that had begun before the kill",
        () -> Instant.now().isAfter(kill.plus(ATTEMPTS_END)));
    Set<String> inLog = stack.log().identities(before, atKill);
    Set<String> unanswered =
        new OwnRecords(number, kill.toEpochMilli()).unanswered(inLog, history.get());
    if (unanswered.isEmpty()) {
      throw new DidNotBite(
          "none of the records "
              + inLog
              + " that were in Kafka when gateway-"
              + number
              + " died was one that only it can have written, and whose sender has no answer");
    }
    return unanswered.size() + " of them were its own and of no other gateway, and unanswered";
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
