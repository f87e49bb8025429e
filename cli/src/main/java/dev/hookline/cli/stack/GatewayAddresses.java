package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.gateway.ConfigException;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfigReader;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the gateway's configuration says of addresses, held against what the stack gives it. The
 * gateway must find the stack's own Kafka and Redis; a port of its own that the file names is taken
 * over by the stack.
 *
 * @param ports of the gateway's two servers where the file names them itself
 * @param hosts where clients reach those that are not reached at 127.0.0.1
 */
record GatewayAddresses(Map<Part, Integer> ports, Map<Part, String> hosts) {

  /** Listening on all addresses includes loopback; the name is what the address is called. */
  private static final Set<String> AT_LOOPBACK =
      Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0", "localhost", Part.LOOPBACK);

  /** Copies the maps. */
  GatewayAddresses {
    ports = Map.copyOf(ports);
    hosts = Map.copyOf(hosts);
  }

  /**
   * Reads the file with the environment that the gateway will have. Ports that are still to be
   * chosen are stood in for by the lowest numbers, which nobody gives to a server of these.
   *
   * @param settings the file and the environment
   * @param fixed the ports that the user has fixed otherwise
   * @return what the file decides
   * @throws CliFailure naming the field that leads elsewhere, or what is wrong in the file
   */
  static GatewayAddresses read(StackSettings settings, Map<Part, Integer> fixed) {
    Map<Part, Integer> standIns = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      standIns.put(part, fixed.getOrDefault(part, standIns.size() + 1));
    }
    Ports given = new Ports(standIns, Map.of());
    Map<String, String> environment = new HashMap<>(settings.surroundings().environment());
    environment.putAll(settings.environment(given));
    GatewayConfig config;
    try {
      config = GatewayConfigReader.read(settings.gatewayConfig(), environment);
    } catch (ConfigException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
    Comparison comparison = new Comparison(settings, given, fixed);
    comparison.own(Part.GATEWAY, config.listen());
    comparison.own(Part.ADMIN, config.admin());
    comparison.other(
        Part.KAFKA, "kafka.bootstrapServers", config.kafka().bootstrapServers(), "HOOKLINE_KAFKA");
    config
        .redis()
        .ifPresent(
            redis ->
                comparison.other(
                    Part.REDIS,
                    "redis.url",
                    redis.url().getScheme()
                        + "://"
                        + redis.url().getHost()
                        + ":"
                        + redis.url().getPort(),
                    "HOOKLINE_REDIS"));
    return new GatewayAddresses(comparison.ports, comparison.hosts);
  }

  /**
   * Checks that the ports that the file names can be had.
   *
   * @param file the gateway's configuration
   * @throws CliFailure naming the field whose port is in use
   */
  void requireFree(Path file) {
    ports.forEach(
        (part, port) -> {
          if (!LoopbackPort.isFree(port)) {
            throw CliFailure.undecided(
                file
                    + ": "
                    + section(part)
                    + ".port is "
                    + port
                    + ", which is in use: stop what holds it, or say \"${"
                    + part.portVariable()
                    + "}\" there for any free one");
          }
        });
  }

  private static String section(Part part) {
    return part == Part.GATEWAY ? "listen" : part.label();
  }

  /** Gathers what differs, and refuses what must not. */
  private static final class Comparison {
    private final Map<Part, Integer> ports = new EnumMap<>(Part.class);
    private final Map<Part, String> hosts = new EnumMap<>(Part.class);
    private final StackSettings settings;
    private final Ports given;
    private final Map<Part, Integer> fixed;

    Comparison(StackSettings settings, Ports given, Map<Part, Integer> fixed) {
      this.settings = settings;
      this.given = given;
      this.fixed = fixed;
    }

    /** A server of the gateway's own: the file may decide, unless something else has. */
    void own(Part part, Endpoint endpoint) {
      if (!AT_LOOPBACK.contains(endpoint.host())) {
        hosts.put(part, endpoint.host());
      }
      if (endpoint.port() == given.of(part)) {
        return;
      }
      String field = section(part) + ".port";
      if (endpoint.port() == 0) {
        throw refused(
            field, "0", "has to know the port", "say \"${" + part.portVariable() + "}\" there");
      }
      if (fixed.containsKey(part)) {
        throw refused(
            field,
            Integer.toString(endpoint.port()),
            "was told " + given.of(part),
            "say \"${"
                + part.portVariable()
                + "}\" there, or --port "
                + part.label()
                + "="
                + endpoint.port());
      }
      ports.put(part, endpoint.port());
    }

    /** A server of the stack's: the file must lead to it. */
    void other(Part part, String field, String address, String variable) {
      if (!address.replace("localhost:", Part.LOOPBACK + ":").equals(given.endpoint(part))) {
        throw refused(
            field,
            address,
            "runs a " + part.label() + " of its own",
            "say \"${"
                + variable
                + "}\" there"
                + (address.contains(Part.LOOPBACK + ":")
                    ? ", or --port "
                        + part.label()
                        + "="
                        + address.substring(address.lastIndexOf(':') + 1)
                    : "")
                + (part == Part.REDIS ? ", or leave out the section" : ""));
      }
    }

    private CliFailure refused(String field, String value, String stack, String wayOut) {
      return CliFailure.undecided(
          settings.gatewayConfig()
              + ": "
              + field
              + " is "
              + value
              + ", but the stack "
              + stack
              + ": "
              + wayOut);
    }
  }
}
