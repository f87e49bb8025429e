package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.mutants.lab.Dispatch;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.LocalGateway;
import dev.hookline.chaos.mutants.lab.Sender;
import dev.hookline.devstack.process.BoundedWait;
import dev.hookline.gateway.publish.PublishTimeouts;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One gateway, right or wrong, with the two organisations that send to it and nobody else. */
final class Side implements AutoCloseable {

  /**
   * Short, so that a send without a broker ends soon, with 1 s to wait for metadata before it; and
   * long enough for the copies of all sides to come while the first records are under way.
   */
  private static final PublishTimeouts TIMEOUTS =
      new PublishTimeouts(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofMillis(5));

  /** Long: however slow the machine is, it is the producer that ends a send. */
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String name;
  private final String first;
  private final String second;
  private final LocalGateway gateway;
  private final Sender sender;
  private final Set<String> handedOver = ConcurrentHashMap.newKeySet();

  private Side(Lab lab, WrongGateway version) {
    this.name = version.name();
    this.first = lab.freshName();
    this.second = lab.freshName();
    this.gateway =
        LocalGateway.start(
            new LocalGateway.Plan(
                lab.kafka().bootstrapServers(),
                lab.redis().url(),
                organisations(),
                TIMEOUTS,
                DEADLINE,
                version.wrong(),
                handedOver::add));
    this.sender = new Sender(gateway.uri(), LocalGateway.SECRET);
  }

  static Side start(Lab lab, WrongGateway version) {
    return new Side(lab, version);
  }

  String name() {
    return name;
  }

  /** The organisation that most is sent to. */
  String first() {
    return first;
  }

  /** The other one. */
  String second() {
    return second;
  }

  Set<String> organisations() {
    return Set.of(first, second);
  }

  Sender sender() {
    return sender;
  }

  /** Waits until the gateway has handed all of them to its publisher. */
  void awaitHandedOver(Collection<Dispatch> dispatches) {
    List<String> identities = dispatches.stream().map(Dispatch::identity).toList();
    BoundedWait.until(
        "the gateway " + name + " to hand over its records",
        LIMIT,
        () -> handedOver.containsAll(identities));
  }

  @Override
  public void close() {
    sender.close();
    gateway.close();
  }
}
