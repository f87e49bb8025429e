package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.mutants.lab.GatewayParts;
import dev.hookline.chaos.mutants.lab.Group;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A version of the gateway.
 *
 * @param name the mutant's, or {@link Group#RIGHT}
 * @param caughtBy the checkers that must see it; empty for the right one
 * @param wrong replaces a part
 */
record WrongGateway(String name, List<String> caughtBy, UnaryOperator<GatewayParts> wrong) {

  /** The gateway as it is. */
  static final WrongGateway NONE =
      new WrongGateway(Group.RIGHT, List.of(), UnaryOperator.identity());
}
