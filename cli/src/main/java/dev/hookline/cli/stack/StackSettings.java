package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import dev.hookline.devstack.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a local stack is started with.
 *
 * @param surroundings the checkout, the distribution, the home and the environment
 * @param gatewayConfig the gateway's configuration file, absolute
 * @param ports fixed ports; parts that are missing take theirs from the environment or a free one
 */
public record StackSettings(
    Surroundings surroundings, Path gatewayConfig, Map<Part, Integer> ports) {

  /** Copies the map and makes the path absolute. */
  public StackSettings {
    gatewayConfig = gatewayConfig.toAbsolutePath().normalize();
    ports = Map.copyOf(ports);
  }

  /**
   * The settings of the demo: {@code conf/demo.yaml} and any free ports.
   *
   * @param surroundings the checkout, the distribution, the home and the environment
   * @return never null
   */
  public static StackSettings of(Surroundings surroundings) {
    return new StackSettings(surroundings, surroundings.root().resolve("conf/demo.yaml"), Map.of());
  }

  Home home() {
    return new Home(surroundings.home());
  }

  /** The jars of a part, such as {@code lib/kafka}. */
  Path lib(String part) {
    return surroundings.dist().resolve("lib").resolve(part);
  }

  Path jobJar() {
    return surroundings.dist().resolve("job/flink-jobs.jar");
  }

  /** A checkpoint or savepoint that the job begins with when it has no other; empty for none. */
  String restoreFrom() {
    return surroundings.environment().getOrDefault("HOOKLINE_RESTORE_FROM", "").strip();
  }

  Path jobConfig() {
    return surroundings.root().resolve("conf/job.yaml");
  }

  /**
   * Checks that what is needed is there and can be read, before anything is started.
   *
   * @throws CliFailure naming the file that is missing, or what is wrong in the configuration
   */
  void check() {
    Map<Part, Integer> fixed = Ports.fixed(ports, surroundings.environment());
    for (Path needed :
        new Path[] {
          gatewayConfig, jobConfig(), jobJar(), lib("gateway"), lib("kafka"), lib("flink")
        }) {
      if (!Files.exists(needed)) {
        throw CliFailure.undecided(
            needed
                + " is missing"
                + (needed.startsWith(surroundings.dist())
                    ? ": the build is not whole; remove target/dist/.built and start again"
                    : ""));
      }
    }
    GatewayAddresses.read(this, fixed);
  }

  /**
   * Chooses the ports: those of the gateway's configuration where it names its own and no other
   * setting fixes them, see {@link GatewayAddresses}.
   *
   * @param folder remembers the ports of the last time
   * @return where every part will listen
   * @throws CliFailure as {@link #check}
   * @throws dev.hookline.devstack.DevStackException naming the setting, when a port is in use
   */
  Ports choosePorts(DataFolder folder) {
    Map<Part, Integer> fixed = Ports.fixed(ports, surroundings.environment());
    GatewayAddresses gateway = GatewayAddresses.read(this, fixed);
    gateway.requireFree(gatewayConfig);
    Map<Part, Integer> wanted = new EnumMap<>(Part.class);
    wanted.putAll(ports);
    wanted.putAll(gateway.ports());
    return Ports.choose(wanted, surroundings.environment(), folder).withHosts(gateway.hosts());
  }

  /**
   * The environment of our own processes: where the parts are.
   *
   * @param chosen the ports
   * @return variables that the configuration files refer to
   */
  Map<String, String> environment(Ports chosen) {
    Credentials credentials = Credentials.of(surroundings.environment());
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(Part.GATEWAY.portVariable(), Integer.toString(chosen.of(Part.GATEWAY)));
    variables.put(Part.ADMIN.portVariable(), Integer.toString(chosen.of(Part.ADMIN)));
    for (Part part : new Part[] {Part.KAFKA, Part.REDIS, Part.CLICKHOUSE}) {
      variables.put("HOOKLINE_" + part.name(), chosen.endpoint(part));
    }
    variables.put(Credentials.WRITER_VARIABLE, credentials.writerPassword());
    variables.put(
        "HOOKLINE_REFUSED_BLOCKS", surroundings.home().resolve("refused-blocks").toString());
    return variables;
  }
}
