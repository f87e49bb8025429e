package dev.hookline.cli.stack;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a supervisor tells about its stack, so that other commands find it.
 *
 * @param phase how far the stack is
 * @param message what the phase is about, for a person; may be empty
 * @param supervisor the process that the stack lives and dies with
 * @param gatewayConfig the gateway's configuration file
 * @param ports part to port; kept when the stack is down, so that the next one has the same
 * @param hosts part to host, of those that are not reached at 127.0.0.1; null for none
 * @param processes the stack's processes; empty when it is down
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StackState(
    Phase phase,
    String message,
    ProcessRef supervisor,
    String gatewayConfig,
    Map<String, Integer> ports,
    Map<String, String> hosts,
    List<StackProcess> processes) {

  /** How far a stack is. */
  public enum Phase {
    /** Parts are being started. */
    STARTING,
    /** All parts answer. */
    READY,
    /** Parts are being stopped. */
    STOPPING,
    /** The stack was stopped. */
    DOWN,
    /** The stack could not be started; the message says why. */
    FAILED
  }

  /**
   * A process of the stack.
   *
   * @param name such as {@code kafka} or {@code flink-tm-1}
   * @param state {@code up} or {@code restarting}
   * @param process its id and start
   * @param log the file that it writes to
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record StackProcess(String name, String state, ProcessRef process, String log) {}

  /** Copies the collections. */
  public StackState {
    ports = Map.copyOf(ports);
    hosts = hosts == null ? Map.of() : Map.copyOf(hosts);
    processes = List.copyOf(processes);
  }

  /**
   * Whether the supervisor of this state still runs.
   *
   * @return true while its process does
   */
  public boolean supervised() {
    return supervisor.isAlive();
  }

  /**
   * A process by name.
   *
   * @param name such as {@code kafka}
   * @return the process, or empty when the stack has none of that name now
   */
  public Optional<StackProcess> process(String name) {
    return processes.stream().filter(process -> process.name().equals(name)).findFirst();
  }

  /**
   * Where clients reach a part.
   *
   * @param part the part
   * @return its address, or empty when the state knows no port of it
   */
  public Optional<String> endpoint(Part part) {
    return Optional.ofNullable(ports.get(part.label()))
        .map(port -> part.endpoint(hosts.getOrDefault(part.label(), Part.LOOPBACK), port));
  }

  StackState withPhase(Phase next, String nextMessage) {
    return new StackState(next, nextMessage, supervisor, gatewayConfig, ports, hosts, processes);
  }

  StackState withProcesses(List<StackProcess> next) {
    return new StackState(phase, message, supervisor, gatewayConfig, ports, hosts, next);
  }
}
