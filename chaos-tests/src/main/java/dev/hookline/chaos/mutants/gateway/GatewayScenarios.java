package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.history.Outcome;
import dev.hookline.chaos.mutants.lab.Dispatch;
import dev.hookline.chaos.mutants.lab.Dispatches;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.Sender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** What happens to gateways; to all of a group at once. */
final class GatewayScenarios {

  private static final int BEFORE = 3;
  private static final int DURING = 4;

  private GatewayScenarios() {}

  /**
   * The broker is frozen and then killed, so that nobody learns what became of a record and it is
   * lost. Each delivery comes twice at once, as from two hooks, and what was not acknowledged is
   * redelivered when the broker is back.
   */
  static void brokerDies(Lab lab, List<Side> sides, long seed) {
    Dispatches made = new Dispatches(seed, "broker dies");
    sides.forEach(side -> side.sender().redeliver(some(made, side, BEFORE)));
    Map<Side, List<Dispatch>> during = new LinkedHashMap<>();
    lab.kafka().pause();
    try {
      List<CompletableFuture<Outcome>> attempts = new ArrayList<>();
      for (Side side : sides) {
        List<Dispatch> dispatches = some(made, side, DURING);
        during.put(side, dispatches);
        dispatches.forEach(one -> attempts.add(side.sender().sendAsync(one)));
      }
      during.forEach(Side::awaitHandedOver);
      during.forEach(
          (side, dispatches) ->
              dispatches.forEach(one -> attempts.add(side.sender().sendAsync(one))));
      Sender.awaitAll(attempts);
    } finally {
      lab.kafka().kill();
      lab.kafka().restart();
    }
    requireUnknown(sides.get(0));
    during.forEach((side, dispatches) -> side.sender().redeliver(dispatches));
  }

  /**
   * Each delivery is for two organisations; Redis is emptied, and what the first one was sent is
   * sent once more.
   */
  static void sentTwice(Lab lab, List<Side> sides, long seed) {
    Dispatches made = new Dispatches(seed, "sent twice");
    Map<Side, List<Dispatch>> sent = new LinkedHashMap<>();
    for (Side side : sides) {
      List<Dispatch> dispatches = some(made, side, DURING);
      side.sender().redeliver(dispatches);
      side.sender()
          .redeliver(dispatches.stream().map(one -> made.sameFor(one, side.second())).toList());
      sent.put(side, dispatches);
    }
    lab.redis().restart();
    sent.forEach((side, dispatches) -> side.sender().sendAll(dispatches));
  }

  private static List<Dispatch> some(Dispatches made, Side side, int count) {
    return IntStream.range(0, count).mapToObj(i -> made.merged(side.first())).toList();
  }

  private static void requireUnknown(Side right) {
    if (right.sender().history().operations().stream()
        .noneMatch(operation -> operation.outcome() == Outcome.UNKNOWN)) {
      throw new IllegalStateException("the fault did not bite: every delivery was acknowledged");
    }
  }
}
