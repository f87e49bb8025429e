package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.contract.settings.SettingException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a command reaches the parts: an address from the environment ({@code HOOKLINE_GATEWAY},
 * {@code HOOKLINE_KAFKA}, {@code HOOKLINE_CLICKHOUSE} …) wins, so that the commands also serve a
 * stack that runs elsewhere; else that of the stack in the home.
 */
public final class Endpoints {

  private static final Pattern BROKERS = Pattern.compile("[^\\s,:/]+:\\d+(,[^\\s,:/]+:\\d+)*");

  /** Names the file with which Kafka lets its clients in. */
  private static final String KAFKA_PROPERTIES = "HOOKLINE_KAFKA_PROPERTIES";

  private final Map<Part, String> addresses;
  private final Home home;
  private final String kafkaProperties;

  private Endpoints(Map<Part, String> addresses, Home home, String kafkaProperties) {
    this.addresses = addresses;
    this.home = home;
    this.kafkaProperties = kafkaProperties;
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
    // A target is another system: what it does not say must not be taken from the one here.
    Optional<StackState> state =
        surroundings.target().isPresent()
            ? Optional.empty()
            : home.state().filter(StackState::supervised);
    for (Part part : Part.values()) {
      String given = surroundings.environment().get("HOOKLINE_" + part.name());
      if (given != null && !given.isBlank()) {
        addresses.put(part, given.strip());
      } else {
        state
            .flatMap(known -> known.endpoint(part))
            .ifPresent(address -> addresses.put(part, address));
      }
    }
    return new Endpoints(
        addresses, home, surroundings.environment().getOrDefault(KAFKA_PROPERTIES, ""));
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
    return new Endpoints(addresses, home, "");
  }

  /**
   * Checks that all of these parts are known, so that a command that needs several names every
   * variable at once.
   *
   * @param needed the parts
   * @return this
   * @throws CliFailure naming all that are missing, when no stack is up and the environment names
   *     none
   */
  public Endpoints require(Part... needed) {
    List<String> missing = new ArrayList<>();
    for (Part part : needed) {
      if (!addresses.containsKey(part)) {
        missing.add(variable(part));
      }
    }
    if (!missing.isEmpty()) {
      String last = missing.remove(missing.size() - 1);
      throw CliFailure.undecided(
          "no stack is up in "
              + home.folder()
              + ": run './hookline up --detach', or set "
              + (missing.isEmpty()
                  ? last + " to the address"
                  : String.join(", ", missing) + " and " + last + " to the addresses")
              + " of a running one");
    }
    return this;
  }

  /**
   * A part's address.
   *
   * @param part the part
   * @return as {@link Part#endpoint}
   * @throws CliFailure when no stack is up and the environment names none, or when the address of
   *     Kafka is none
   */
  public String of(Part part) {
    String address = require(part).addresses.get(part);
    if (part == Part.KAFKA && !BROKERS.matcher(address).matches()) {
      throw CliFailure.undecided(
          variable(part) + " must be host:port of one or more brokers; got '" + address + "'");
    }
    return address;
  }

  /**
   * Whether a part's address is known.
   *
   * @param part the part
   * @return whether {@link #of} has an answer
   */
  boolean knows(Part part) {
    return addresses.containsKey(part);
  }

  /**
   * How Kafka lets its clients in.
   *
   * @return what the file that {@code HOOKLINE_KAFKA_PROPERTIES} names says; nothing for none
   * @throws CliFailure when the file cannot be used
   */
  public KafkaAccess kafkaAccess() {
    try {
      return KafkaAccess.read(KAFKA_PROPERTIES, kafkaProperties);
    } catch (SettingException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
  }

  private static String variable(Part part) {
    return "HOOKLINE_" + part.name();
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
      URI uri = URI.create(address);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // said below, together with what can be parsed and leads nowhere
    }
    throw CliFailure.undecided(
        variable(part)
            + " must be an address such as http://127.0.0.1:8080; got '"
            + address
            + "'");
  }
}
