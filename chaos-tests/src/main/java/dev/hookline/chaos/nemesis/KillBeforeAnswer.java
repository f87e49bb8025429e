package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.devstack.Service;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * SIGKILL of a gateway when a record of its is in Kafka and its sender has no answer: Kafka's
 * answers are slowed down until the log has grown, then the gateway dies. That the record was one
 * of this gateway's is known from the senders' history afterwards.
 */
final class KillBeforeAnswer implements Worker {

  private static final Duration SLOW = Duration.ofMillis(1500);

  /** So many that one of them is of this gateway, of two that take turns. */
  private static final int RECORDS = 4;

  private final ChaosStack stack;
  private final int number;
  private final Supplier<List<Operation>> history;
  private LogCut before;
  private LogCut atKill;
  private Instant killed;

  KillBeforeAnswer(ChaosStack stack, int number, Supplier<List<Operation>> history) {
    this.stack = stack;
    this.number = number;
    this.history = history;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    Service gateway = Victim.of(stack.gateway(number)).find();
    stack.proxy("kafka").delay(SLOW);
    LogCut[] last = {null};
    Await.until(
        "the log to stand, when what was under way before has come",
        () -> {
          LogCut now = stack.log().now();
          boolean stands = now.equals(last[0]);
          last[0] = now;
          return stands;
        });
    before = last[0];
    atKill =
        Await.seen(
            "records whose confirmation is on its way",
            () ->
                Optional.of(stack.log().now()).filter(now -> size(now) >= size(before) + RECORDS));
    long pid = gateway.pid();
    gateway.kill();
    killed = Instant.now();
    return gateway.name()
        + " with pid "
        + pid
        + " is gone after "
        + (size(atKill) - size(before))
        + " records whose confirmation was on its way";
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

  /** The senders have noticed the death long before the gateway is up again. */
  @Override
  public String afterHealing() throws DidNotBite {
    Set<String> inLog = stack.log().identities(before, atKill);
    Set<String> unanswered = new HashSet<>();
    for (Operation operation : history.get()) {
      if (operation.gateway() == number
          && operation.outcome() == Outcome.UNKNOWN
          && operation.startMillis() <= killed.toEpochMilli()
          && operation.endMillis() >= killed.toEpochMilli() - SLOW.toMillis()
          && inLog.contains(operation.identity())) {
        unanswered.add(operation.identity());
      }
    }
    if (unanswered.isEmpty()) {
      throw new DidNotBite(
          "none of the records "
              + inLog
              + " that were in Kafka when gateway-"
              + number
              + " died was one whose sender it left without an answer");
    }
    return unanswered.size() + " of them were its own, and their senders got no answer";
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
