package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command reaches the parts: an address from the environment ({@code HOOKLINE_GATEWAY},
 * {@code HOOKLINE_KAFKA}, {@code HOOKLINE_CLICKHOUSE} …) wins, so that the commands also serve a
 * stack that runs elsewhere; else that of the stack in the home.
 */
public final class Endpoints {

  private final Map<Part, String> addresses;
  private final Home home;

  private Endpoints(Map<Part, String> addresses, Home home) {
    this.addresses = addresses;
    this.home = home;
  }

  /**
   * Finds the addresses.
   *
   * @param surroundings the environment and the home
   * @return those that are known; asking for another one fails with the way out
   */
  public static Endpoints find(Surroundings surroundings) {
    Home home = new Home(surroundings.home());
    Map<Part, String> addresses = new EnumMap<>(Part.class);
    Optional<StackState> state = home.state().filter(StackState::supervised);
    for (Part part : Part.values()) {
      String given = surroundings.environment().get("HOOKLINE_" + part.name());
      if (given != null && !given.isBlank()) {
        addresses.put(part, given.strip());
      } else {
        state
            .map(known -> known.ports().get(part.label()))
            .ifPresent(port -> addresses.put(part, part.endpoint(port)));
      }
    }
    return new Endpoints(addresses, home);
  }

  /**
   * The addresses of a stack whose ports are known.
   *
   * @param ports of every part
   * @param home the stack's home
   * @return an address for every part
   */
  static Endpoints of(Ports ports, Home home) {
    Map<Part, String> addresses = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      addresses.put(part, ports.endpoint(part));
    }
    return new Endpoints(addresses, home);
  }

  /**
   * A part's address.
   *
   * @param part the part
   * @return as {@link Part#endpoint}
   * @throws CliFailure when no stack is up and the environment names none
   */
  public String of(Part part) {
    String address = addresses.get(part);
    if (address == null) {
      throw CliFailure.undecided(
          "no stack is up in "
              + home.folder()
              + ": run './hookline up --detach', or set HOOKLINE_"
              + part.name()
              + " to the address of a running one");
    }
    return address;
  }

  /**
   * A part's address where it is one of HTTP.
   *
   * @param part the gateway, its admin port, Flink or ClickHouse
   * @return the base address
   * @throws CliFailure as {@link #of(Part)}, or when the address is none
   */
  public URI uri(Part part) {
    String address = of(part);
    try {
      return URI.create(address);
    } catch (IllegalArgumentException e) {
      throw CliFailure.undecided("HOOKLINE_" + part.name() + " is no address: '" + address + "'");
    }
  }
}
