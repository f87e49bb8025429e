package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.LoopbackPort;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Where each part listens.
 *
 * @param byPart every part's port
 * @param hosts where clients reach the parts that do not listen on 127.0.0.1
 */
public record Ports(Map<Part, Integer> byPart, Map<Part, String> hosts) {

  private static final int MAX_PORT = 65_535;

  /** Checks that no part is missing, and copies. */
  public Ports {
    byPart = Collections.unmodifiableMap(new EnumMap<>(byPart));
    hosts = Map.copyOf(hosts);
    for (Part part : Part.values()) {
      if (!byPart.containsKey(part)) {
        throw new IllegalArgumentException("no port for " + part.label());
      }
    }
  }

  /**
   * Chooses ports: the configured one, which must be free; else the one of the last time, while it
   * is free; else any free one.
   *
   * @param options part to port, from the command line; wins over the environment
   * @param environment {@link Part#portVariable} to port; 0 or missing for any
   * @param folder remembers the ports of the last time
   * @return a port for every part
   * @throws CliFailure naming the setting, when a port is not a port
   * @throws dev.hookline.devstack.DevStackException naming the setting, when a configured port is
   *     in use
   */
  public static Ports choose(
      Map<Part, Integer> options, Map<String, String> environment, DataFolder folder) {
    Map<Part, Integer> chosen = new EnumMap<>(Part.class);
    fixed(options, environment)
        .forEach(
            (part, configured) -> {
              LoopbackPort.requireFree(configured, part.label(), part.portVariable());
              Part other = holder(chosen, configured);
              if (other != null) {
                throw CliFailure.undecided(
                    "port "
                        + configured
                        + " is given to "
                        + other.label()
                        + " and "
                        + part.label());
              }
              chosen.put(part, configured);
            });
    for (Part part : Part.values()) {
      if (!chosen.containsKey(part)) {
        int port = folder.choosePort(part.label(), 0, part.portVariable());
        chosen.put(part, holder(chosen, port) == null ? port : anyBut(chosen));
      }
    }
    return new Ports(chosen, Map.of());
  }

  /**
   * The ports that a user has fixed.
   *
   * @param options part to port, from the command line; wins over the environment
   * @param environment {@link Part#portVariable} to port; 0 or missing for any
   * @return those that are not left to choose, in the order of {@link Part}
   * @throws CliFailure naming the setting, when a port is not a port
   */
  public static Map<Part, Integer> fixed(
      Map<Part, Integer> options, Map<String, String> environment) {
    Map<Part, Integer> fixed = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      int configured = configured(part, options, environment);
      if (configured != 0) {
        fixed.put(part, configured);
      }
    }
    return fixed;
  }

  /** The same ports, some of them on another host. */
  Ports withHosts(Map<Part, String> others) {
    return new Ports(byPart, others);
  }

  private static int anyBut(Map<Part, Integer> chosen) {
    int port = LoopbackPort.free();
    while (chosen.containsValue(port)) {
      port = LoopbackPort.free();
    }
    return port;
  }

  private static Part holder(Map<Part, Integer> chosen, int port) {
    for (Map.Entry<Part, Integer> entry : chosen.entrySet()) {
      if (entry.getValue() == port) {
        return entry.getKey();
      }
    }
    return null;
  }

  private static int configured(
      Part part, Map<Part, Integer> options, Map<String, String> environment) {
    String name = options.containsKey(part) ? "--port " + part.label() : part.portVariable();
    String text =
        options.containsKey(part)
            ? options.get(part).toString()
            : environment.getOrDefault(part.portVariable(), "").strip();
    if (text.isEmpty()) {
      return 0;
    }
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // said below, together with numbers that are out of range
    }
    throw CliFailure.undecided(name + " must be 0 (any free one) to 65535; got '" + text + "'");
  }

  /**
   * A part's port.
   *
   * @param part the part
   * @return 1 to 65535
   */
  public int of(Part part) {
    return byPart.get(part);
  }

  /**
   * A part's address for clients.
   *
   * @param part the part
   * @return as {@link Part#endpoint}
   */
  public String endpoint(Part part) {
    return part.endpoint(hosts.getOrDefault(part, Part.LOOPBACK), of(part));
  }

  /**
   * As the state file holds them.
   *
   * @return label to port
   */
  Map<String, Integer> byLabel() {
    Map<String, Integer> labels = new HashMap<>();
    byPart.forEach((part, port) -> labels.put(part.label(), port));
    return labels;
  }

  /**
   * As the state file holds them.
   *
   * @return label to host
   */
  Map<String, String> hostsByLabel() {
    Map<String, String> labels = new HashMap<>();
    hosts.forEach((part, host) -> labels.put(part.label(), host));
    return labels;
  }
}
