package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.lab.Drain;
import dev.hookline.chaos.mutants.lab.Group;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Wrong gateways, each between a real Redis and a real Kafka, with the right job behind it. */
public final class GatewayMutants {

  private static final List<WrongGateway> BROKER_DIES =
      List.of(
          new WrongGateway(
              "answer-without-kafka", List.of("NoLoss"), WrongGateways::answersWithoutKafka),
          new WrongGateway(
              "done-kept-after-a-failed-send",
              List.of("NoLoss"),
              WrongGateways::doneAfterAFailedSend),
          new WrongGateway(
              "unknown-taken-for-success", List.of("NoLoss"), WrongGateways::unknownIsSuccess),
          new WrongGateway(
              "in-flight-answered-200", List.of("NoLoss"), WrongGateways::inFlightIsDone));

  private static final List<WrongGateway> SENT_TWICE =
      List.of(
          new WrongGateway("claim-without-org", List.of("NoLoss"), WrongGateways::claimWithoutOrg),
          new WrongGateway(
              "identity-by-arrival",
              List.of("NothingInvented", "NoLoss", "AggregatesAgree"),
              WrongGateways::identityByArrival),
          new WrongGateway(
              "body-written-anew",
              List.of("PayloadIntact", "ViewsAgree"),
              WrongGateways::bodyWrittenAnew));

  private static final List<WrongGateway> GATEWAY_DIES =
      List.of(
          new WrongGateway(
              "done-before-the-send", List.of("NoLoss"), WrongGateways::doneBeforeTheSend));

  private GatewayMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    List<ControlledMutant> all = new ArrayList<>();
    all.addAll(group(BROKER_DIES, GatewayScenarios::brokerDies));
    all.addAll(crash());
    all.addAll(group(SENT_TWICE, GatewayScenarios::sentTwice));
    return List.copyOf(all);
  }

  /** What happens to the gateways. */
  @FunctionalInterface
  interface Scenario {
    void play(Lab lab, List<Side> sides, long seed);
  }

  private static List<ControlledMutant> group(List<WrongGateway> versions, Scenario scenario) {
    Group group = new Group((lab, seed, folder) -> play(lab, versions, scenario, seed));
    return members(group, versions);
  }

  private static List<ControlledMutant> crash() {
    Group group =
        new Group(
            (lab, seed, folder) -> GatewayCrash.play(lab, withRight(GATEWAY_DIES), seed, folder));
    return members(group, GATEWAY_DIES);
  }

  private static List<ControlledMutant> members(Group group, List<WrongGateway> versions) {
    return versions.stream()
        .map(version -> group.mutant(version.name(), version.caughtBy()))
        .toList();
  }

  private static List<WrongGateway> withRight(List<WrongGateway> versions) {
    return Stream.concat(Stream.of(WrongGateway.NONE), versions.stream()).toList();
  }

  /** The version of a name, for a process that was told no more. */
  static WrongGateway version(String name) {
    return withRight(GATEWAY_DIES).stream()
        .filter(version -> version.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no version " + name));
  }

  private static Map<String, List<Violation>> play(
      Lab lab, List<WrongGateway> versions, Scenario scenario, long seed) {
    List<Side> sides = new ArrayList<>();
    try {
      withRight(versions).forEach(version -> sides.add(Side.start(lab, version)));
      scenario.play(lab, sides, seed);
      Drain.await(lab, List.of(lab.job()));
      Map<String, List<Violation>> found = new LinkedHashMap<>();
      for (Side side : sides) {
        found.put(
            side.name(),
            Readings.check(
                lab, side.name(), lab.job(), side.sender().history(), side.organisations()));
      }
      return found;
    } finally {
      sides.forEach(Side::close);
    }
  }
}
