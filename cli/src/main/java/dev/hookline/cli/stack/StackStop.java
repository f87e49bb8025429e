package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.StackState.StackProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Stops a stack from outside: asks its supervisor to stop, waits, and looks whether anything is
 * left. Only processes of the state file are ever signalled, and only while they are still the ones
 * that were started.
 */
public final class StackStop {

  private static final Duration ORDERLY = Duration.ofMinutes(3);
  private static final Duration FORCED = Duration.ofSeconds(20);
  private static final String SUPERVISOR = "supervisor";

  private StackStop() {}

  /**
   * What became of the processes.
   *
   * @param stopped names of those that ran and are gone
   * @param left names of those that are still there
   */
  public record Result(List<String> stopped, List<String> left) {
    /** Copies the lists. */
    public Result {
      stopped = List.copyOf(stopped);
      left = List.copyOf(left);
    }
  }

  /**
   * Stops the stack of a home; does nothing where none is up.
   *
   * @param home the stack's home
   * @param step told what is being done
   * @return the processes that were there
   */
  public static Result stop(Home home, Consumer<String> step) {
    Optional<StackState> before = home.state();
    if (before.isEmpty()) {
      return new Result(List.of(), List.of());
    }
    Map<String, ProcessRef> running = running(before.get());
    ProcessRef supervisor = before.get().supervisor();
    supervisor.handle().ifPresent(handle -> end(handle, step));
    // The list is read again: the supervisor may have started a process anew in the meantime.
    home.state().ifPresent(now -> running.putAll(running(now)));
    List<String> stopped = new ArrayList<>();
    List<String> left = new ArrayList<>();
    running.forEach(
        (name, process) -> {
          boolean gone = process.handle().map(StackStop::killed).orElse(true);
          (gone ? stopped : left).add(name);
        });
    return new Result(stopped, left);
  }

  private static Map<String, ProcessRef> running(StackState state) {
    Map<String, ProcessRef> running = new LinkedHashMap<>();
    if (state.supervisor().isAlive()) {
      running.put(SUPERVISOR, state.supervisor());
    }
    for (StackProcess process : state.processes()) {
      if (process.process().isAlive()) {
        running.put(process.name(), process.process());
      }
    }
    return running;
  }

  /** Whether the process, which its supervisor's end should have taken along, is gone at last. */
  private static boolean killed(ProcessHandle process) {
    if (gone(process, Duration.ofSeconds(2))) {
      return true;
    }
    process.destroyForcibly();
    return gone(process, FORCED);
  }

  private static void end(ProcessHandle supervisor, Consumer<String> step) {
    step.accept("waiting for the supervisor (pid " + supervisor.pid() + ")");
    supervisor.destroy();
    if (!gone(supervisor, ORDERLY)) {
      step.accept("killing the supervisor, which has not ended in " + ORDERLY.toSeconds() + " s");
      supervisor.destroyForcibly();
      gone(supervisor, FORCED);
    }
  }

  private static boolean gone(ProcessHandle process, Duration limit) {
    try {
      process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw CliFailure.undecided("cannot wait for process " + process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted while stopping", e);
    }
  }
}
