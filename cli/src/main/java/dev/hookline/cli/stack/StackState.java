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
 * @param processes the stack's processes; empty when it is down
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StackState(
    Phase phase,
    String message,
    ProcessRef supervisor,
    String gatewayConfig,
    Map<String, Integer> ports,
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
   * @param name such as {@code kafka} or {@code flink-taskmanager-1}
   * @param state {@code up} or {@code restarting}
   * @param process its id and start
   * @param log the file that it writes to
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record StackProcess(String name, String state, ProcessRef process, String log) {}

  /** Copies the collections. */
  public StackState {
    ports = Map.copyOf(ports);
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

  StackState withPhase(Phase next, String nextMessage) {
    return new StackState(next, nextMessage, supervisor, gatewayConfig, ports, processes);
  }

  StackState withProcesses(List<StackProcess> next) {
    return new StackState(phase, message, supervisor, gatewayConfig, ports, next);
  }
}
