package dev.hookline.devstack.process;

import dev.hookline.devstack.DevStackException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A process whose life is bound to this JVM's: the kernel kills it when the JVM ends, however it
 * ends. Its output is appended to a log file. It is signalled by its own process id only.
 *
 * <p>The binding is made by {@code setpriv --pdeathsig KILL}, which then becomes the command
 * itself, so {@link #pid()} is the command's. The binding does not reach grandchildren.
 *
 * <p>It runs in a session of its own: a Ctrl-C in the terminal reaches this JVM alone, which then
 * ends its processes in the order that it chooses.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration TERM_LIMIT = Duration.ofSeconds(20);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(50);

  /** The signals that a fault or a stop needs. */
  public enum Signal {
    TERM,
    KILL,
    STOP,
    CONT
  }

  private final String name;
  private final Path log;
  private final long logStart;
  private final Path ownLog;
  private final Path pidFile;
  private final Process process;

  private ChildProcess(Builder options, long logStart, Process process) {
    this.name = options.name;
    this.log = options.log;
    this.logStart = logStart;
    this.ownLog = options.ownLog;
    this.pidFile = options.pidFile;
    this.process = process;
  }

  /**
   * Begins the description of a process.
   *
   * @param name for errors, such as {@code kafka}
   * @param command the program and its arguments
   */
  public static Builder builder(String name, List<String> command) {
    return new Builder(name, command);
  }

  /** The name given at the start. */
  public String name() {
    return name;
  }

  /** The process id, also after the process has ended. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process has not ended; a stopped one has not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The file that holds what the process printed. */
  public Path log() {
    return log;
  }

  /** The last lines of the log, and of the process's own where it keeps one, for an error. */
  public String logTail() {
    return ownLog == null || !Files.exists(ownLog)
        ? LogTail.of(log, logStart)
        : (LogTail.of(log, logStart) + "\n" + LogTail.of(ownLog, 0)).strip();
  }

  /**
   * Sends a signal. Nothing is sent to a process that has ended, since its id may be another's.
   *
   * @throws DevStackException when the signal cannot be sent
   */
  public void signal(Signal signal) {
    if (!process.isAlive()) {
      return;
    }
    switch (signal) {
      case TERM -> process.destroy();
      case KILL -> process.destroyForcibly();
      case STOP, CONT -> shellKill(signal);
    }
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() {
    signal(Signal.KILL);
    if (!awaitExit(KILL_LIMIT)) {
      throw new DevStackException(
          name + " (pid " + pid() + ") is still there " + KILL_LIMIT.toSeconds() + " s after KILL");
    }
    deletePidFile();
  }

  /**
   * Waits until the process is ready.
   *
   * @param what what ready means, for the error: {@code "an answer on port 8123"}
   * @throws DevStackException when the process ends before, or the limit passes; the message holds
   *     the tail of the log
   */
  public void awaitReady(String what, BooleanSupplier condition, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (awaitExit(POLL)) {
        throw failed("ended with exit code " + process.exitValue() + " before " + what);
      }
      if (System.nanoTime() - deadline >= 0) {
        throw failed("has been waited for " + limit.toSeconds() + " s in vain: " + what);
      }
    }
  }

  /** Waits for the end of the process; false when the limit passes before. */
  public boolean awaitExit(Duration limit) {
    try {
      return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DevStackException("Interrupted while waiting for " + name, e);
    }
  }

  /**
   * The exit code of an ended process.
   *
   * @throws IllegalThreadStateException when it has not ended
   */
  public int exitCode() {
    return process.exitValue();
  }

  /**
   * SIGTERM, a wait of at most 20 s, SIGKILL. A stopped process is continued so that it can end.
   */
  @Override
  public void close() {
    close(TERM_LIMIT);
  }

  /** As {@link #close()}, with another limit for the orderly end. */
  public void close(Duration termLimit) {
    signal(Signal.TERM);
    signal(Signal.CONT);
    if (!awaitExit(termLimit)) {
      kill();
    }
    deletePidFile();
  }

  private DevStackException failed(String how) {
    return new DevStackException(
        String.format(
            "%s (pid %d) %s%nlog: %s%n%s",
            name, pid(), how, ownLog == null ? log : ownLog, logTail()));
  }

  private void writePidFile() throws IOException {
    if (pidFile != null) {
      Files.createDirectories(pidFile.toAbsolutePath().getParent());
      Files.writeString(pidFile, pid() + "\n");
    }
  }

  /** Leaves a file alone that a later incarnation has written. */
  private void deletePidFile() {
    try {
      if (pidFile != null
          && Files.exists(pidFile)
          && Files.readString(pidFile).strip().equals(Long.toString(pid()))) {
        Files.delete(pidFile);
      }
    } catch (IOException e) {
      throw new DevStackException("Cannot delete " + pidFile + ": " + e.getMessage(), e);
    }
  }

  /** The JVM sends TERM and KILL only; {@code kill} is a built-in of every POSIX shell. */
  private void shellKill(Signal signal) {
    ProcessBuilder kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      Process shell = ProcessStarter.start(kill);
      if (!shell.waitFor(10, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
        throw new DevStackException("No end of kill -" + signal + " " + pid() + " in 10 s");
      }
      // One that is gone cannot be signalled, and the JVM may not have heard of its end yet.
      if (shell.exitValue() != 0 && !process.waitFor(5, TimeUnit.SECONDS)) {
        throw new DevStackException("kill -" + signal + " " + pid() + " (" + name + ") failed");
      }
    } catch (IOException e) {
      throw new DevStackException("Cannot run kill for " + name + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DevStackException("Interrupted while signalling " + name, e);
    }
  }

  /** What a process is started with. */
  public static final class Builder {
    private final String name;
    private final List<String> command;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path workingDirectory;
    private Path log;
    private Path ownLog;
    private Path pidFile;

    private Builder(String name, List<String> command) {
      this.name = name;
      this.command = List.copyOf(command);
    }

    /** Adds one variable to the environment that is inherited from this JVM. */
    public Builder environment(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    /** Adds variables to the environment that is inherited from this JVM. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /** The folder the process runs in, created when missing; this JVM's when not given. */
    public Builder workingDirectory(Path folder) {
      this.workingDirectory = folder;
      return this;
    }

    /** The file that stdout and stderr are appended to (required). */
    public Builder log(Path file) {
      this.log = file;
      return this;
    }

    /** The file that the process logs to by itself; errors then point to it and show its end. */
    public Builder ownLog(Path file) {
      this.ownLog = file;
      return this;
    }

    /** A file that holds the process id until the process is ended from here. */
    public Builder pidFile(Path file) {
      this.pidFile = file;
      return this;
    }

    /**
     * Starts the process; returns without waiting until it is ready.
     *
     * @throws DevStackException when the program cannot be run
     * @throws dev.hookline.devstack.MissingPrerequisiteException when there is no setpriv here
     */
    public ChildProcess start() {
      if (log == null) {
        throw new IllegalStateException(name + ": log(file) is required");
      }
      List<String> bound = new ArrayList<>();
      bound.add(
          Executables.require("setsid", "install util-linux; it keeps Ctrl-C away from the parts")
              .toString());
      bound.add(
          Executables.require("setpriv", "install util-linux; it ends each part with its starter")
              .toString());
      bound.addAll(List.of("--pdeathsig", "KILL", "--"));
      bound.addAll(command);
      try {
        Files.createDirectories(log.toAbsolutePath().getParent());
        ProcessBuilder builder =
            new ProcessBuilder(bound)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        if (workingDirectory != null) {
          Files.createDirectories(workingDirectory);
          builder.directory(workingDirectory.toFile());
        }
        long logStart = Files.exists(log) ? Files.size(log) : 0;
        ChildProcess child = new ChildProcess(this, logStart, ProcessStarter.start(builder));
        child.writePidFile();
        return child;
      } catch (IOException e) {
        throw new DevStackException("Cannot start " + name + ": " + e.getMessage(), e);
      }
    }
  }
}
