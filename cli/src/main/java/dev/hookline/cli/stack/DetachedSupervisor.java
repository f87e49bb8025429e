package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Console;
import dev.hookline.cli.HooklineMain;
import dev.hookline.cli.Progress;
import dev.hookline.cli.stack.StackState.Phase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts a supervisor that outlives the command, and waits for one that is starting. */
public final class DetachedSupervisor {

  /** The first start of all fetches the ClickHouse engine, which takes as long as it takes. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static final long LOOK_EVERY_MILLIS = 200;

  private DetachedSupervisor() {}

  /**
   * Runs {@code up} in a session of its own, so that neither Ctrl-C nor the terminal's end reaches
   * it, and waits until the stack is up.
   *
   * @param settings what to start
   * @param console told what is going on
   * @return the state of the stack, ready
   * @throws CliFailure when the stack did not start, with the reason
   */
  public static StackState start(StackSettings settings, Console console) {
    settings.check();
    Home home = settings.home();
    Process process;
    try {
      Files.createDirectories(home.logs());
      ProcessBuilder builder =
          new ProcessBuilder(command(settings))
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(home.supervisorLog().toFile()));
      builder.environment().putAll(settings.surroundings().environment());
      builder.environment().put("HOOKLINE_HOME", home.folder().toString());
      process = builder.start();
    } catch (IOException e) {
      throw CliFailure.undecided("cannot start the supervisor: " + e.getMessage(), e);
    }
    return await(home, process.toHandle(), console);
  }

  /**
   * Waits for a stack that another command is starting.
   *
   * @param home the stack's home
   * @param seen its state, whose supervisor runs
   * @param console told what is going on
   * @return the state of the stack, ready
   * @throws CliFailure when the stack did not start, with the reason
   */
  public static StackState await(Home home, StackState seen, Console console) {
    if (seen.phase() == Phase.READY) {
      return seen;
    }
    ProcessHandle supervisor =
        seen.supervisor()
            .handle()
            .orElseThrow(() -> CliFailure.undecided("the supervisor has just ended"));
    return await(home, supervisor, console);
  }

  private static StackState await(Home home, ProcessHandle supervisor, Console console) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try (Progress progress = console.progress("up")) {
      while (System.nanoTime() - deadline < 0) {
        boolean ended = ended(supervisor);
        Optional<StackState> state =
            home.state().filter(now -> now.supervisor().pid() == supervisor.pid());
        if (state.isPresent() && state.get().phase() == Phase.READY && !ended) {
          return state.get();
        }
        if (ended) {
          throw failed(home, state);
        }
        state.ifPresent(now -> progress.at(now.message()));
      }
    }
    throw CliFailure.undecided(
        "the stack is not up after " + LIMIT.toMinutes() + " minutes: see " + home.supervisorLog());
  }

  /** Waits a moment for the process's end, which is also what paces the looks at its state. */
  private static boolean ended(ProcessHandle process) {
    try {
      process.onExit().get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (java.util.concurrent.ExecutionException e) {
      throw CliFailure.undecided("cannot wait for the supervisor", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted; the stack goes on starting", e);
    }
  }

  private static CliFailure failed(Home home, Optional<StackState> state) {
    if (state.isPresent() && state.get().phase() == Phase.FAILED) {
      return CliFailure.undecided(state.get().message());
    }
    return CliFailure.undecided(lastWords(home.supervisorLog()));
  }

  /** The supervisor's own error is the last thing that it prints. */
  private static String lastWords(Path log) {
    String last = "";
    try {
      for (String line : Files.readAllLines(log)) {
        last = line.isBlank() ? last : line.strip();
      }
    } catch (IOException e) {
      last = "";
    }
    String own = "hookline: ";
    return last.startsWith(own)
        ? last.substring(own.length())
        : "the supervisor ended before the stack was up, see "
            + log
            + (last.isEmpty() ? "" : ": ")
            + last;
  }

  private static List<String> command(StackSettings settings) {
    List<String> command = new ArrayList<>();
    command.add("setsid");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Dhookline.root=" + settings.surroundings().root());
    command.add("-Dhookline.dist=" + settings.surroundings().dist());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(HooklineMain.class.getName());
    command.addAll(List.of("up", "--config", settings.gatewayConfig().toString()));
    settings.ports().forEach((part, port) -> command.add("--port=" + part.label() + "=" + port));
    return command;
  }
}
