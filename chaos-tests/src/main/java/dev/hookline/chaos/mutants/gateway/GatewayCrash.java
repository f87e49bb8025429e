package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.chaos.mutants.lab.Dispatch;
import dev.hookline.chaos.mutants.lab.Dispatches;
import dev.hookline.chaos.mutants.lab.Drain;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.LocalGateway;
import dev.hookline.chaos.mutants.lab.Readings;
import dev.hookline.chaos.mutants.lab.Sender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Gateways that die by SIGKILL between what they do before the send and its end: the broker is
 * frozen, so that the send can have none, and then killed. Then the broker and the same version of
 * the gateway are back, and the sender redelivers.
 */
final class GatewayCrash {

  private static final int BEFORE = 2;
  private static final int DURING = 3;

  private final Lab lab;
  private final long seed;
  private final Path folder;
  private final List<Victim> victims = new ArrayList<>();

  private GatewayCrash(Lab lab, long seed, Path folder) {
    this.lab = lab;
    this.seed = seed;
    this.folder = folder;
  }

  static Map<String, List<Violation>> play(
      Lab lab, List<WrongGateway> versions, long seed, Path folder) {
    GatewayCrash crash = new GatewayCrash(lab, seed, folder);
    try {
      versions.forEach(version -> crash.victims.add(crash.victim(version)));
      return crash.play();
    } finally {
      crash.victims.forEach(Victim::close);
    }
  }

  private Victim victim(WrongGateway version) {
    String organisation = lab.freshName();
    GatewayChild child =
        GatewayChild.start(
            folder, version, lab.kafka().bootstrapServers(), lab.redis().url(), organisation);
    return new Victim(version, organisation, child);
  }

  private Map<String, List<Violation>> play() {
    Dispatches made = new Dispatches(seed, "gateway dies");
    for (Victim victim : victims) {
      victim.sender = new Sender(victim.child.uri(), LocalGateway.SECRET);
      victim.sender.redeliver(some(made, victim, BEFORE));
    }
    lab.kafka().pause();
    try {
      victims.forEach(victim -> victim.killWhileSending(some(made, victim, DURING)));
    } finally {
      lab.kafka().kill();
      lab.kafka().restart();
    }
    victims.forEach(victim -> victim.comeBack(lab));
    Drain.await(lab, List.of(lab.job()));
    Map<String, List<Violation>> found = new LinkedHashMap<>();
    for (Victim victim : victims) {
      found.put(
          victim.version.name(),
          Readings.check(
              lab,
              victim.version.name(),
              lab.job(),
              victim.sender.history(),
              Set.of(victim.organisation)));
    }
    return found;
  }

  private static List<Dispatch> some(Dispatches made, Victim victim, int count) {
    return IntStream.range(0, count).mapToObj(i -> made.merged(victim.organisation)).toList();
  }

  /** One version of the gateway, and who sends to it. */
  private static final class Victim implements AutoCloseable {
    private final WrongGateway version;
    private final String organisation;
    private final GatewayChild child;
    private Sender sender;
    private List<Dispatch> sent = List.of();

    Victim(WrongGateway version, String organisation, GatewayChild child) {
      this.version = version;
      this.organisation = organisation;
      this.child = child;
    }

    void killWhileSending(List<Dispatch> dispatches) {
      sent = dispatches;
      List<CompletableFuture<Outcome>> attempts =
          dispatches.stream().map(sender::sendAsync).toList();
      child.awaitHandedOver(dispatches.stream().map(Dispatch::identity).toList());
      child.kill();
      Sender.awaitAll(attempts);
      if (attempts.stream().anyMatch(attempt -> attempt.join() != Outcome.UNKNOWN)) {
        throw new IllegalStateException(
            "the fault did not bite: " + version.name() + " answered before it was killed");
      }
    }

    void comeBack(Lab lab) {
      try (LocalGateway again =
          LocalGateway.start(LocalGateway.Plan.of(lab, Set.of(organisation), version.wrong()))) {
        sender.redirect(again.uri());
        sender.redeliver(sent);
      }
    }

    @Override
    public void close() {
      child.close();
      if (sender != null) {
        sender.close();
      }
    }
  }
}
