package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.ChildProcess.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that does nothing for a long time. */
final class Sleeper implements Service {
  private static final Duration UP_LIMIT = Duration.ofSeconds(30);

  /** Short, so that one that ignores SIGTERM does not hold up a test. */
  private static final Duration TERM_LIMIT = Duration.ofMillis(200);

  private final Path log;
  private final String endpoint;
  private final List<String> command;
  private ChildProcess child;

  Sleeper(Path log) {
    this(log, "");
  }

  /** One that passes for whoever listens there. */
  Sleeper(Path log, String endpoint) {
    this(log, endpoint, List.of("sh", "-c", "echo up; exec sleep 600"));
  }

  private Sleeper(Path log, String endpoint, List<String> command) {
    this.log = log;
    this.endpoint = endpoint;
    this.command = command;
    restart();
  }

  /** One that uses all the processor time that it gets, on more threads than there are cores. */
  static Sleeper withBusyThreads(Path log) {
    return new Sleeper(
        log,
        "",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            BusyThreads.class.getName()));
  }

  /** One that only SIGKILL ends. */
  static Sleeper deafToSigterm(Path log) {
    return new Sleeper(
        log, "", List.of("sh", "-c", "trap '' TERM; echo up; while :; do sleep 1; done"));
  }

  @Override
  public String name() {
    return "sleeper";
  }

  @Override
  public long pid() {
    return child.pid();
  }

  @Override
  public boolean isAlive() {
    return child.isAlive();
  }

  @Override
  public String endpoint() {
    if (endpoint.isEmpty()) {
      throw new UnsupportedOperationException("it listens nowhere");
    }
    return endpoint;
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public void kill() {
    child.kill();
  }

  @Override
  public void pause() {
    child.signal(Signal.STOP);
  }

  @Override
  public void resume() {
    child.signal(Signal.CONT);
  }

  @Override
  public void restart() {
    if (child != null) {
      child.close(TERM_LIMIT);
    }
    child = ChildProcess.builder("sleeper", command).log(log).start();
    child.awaitReady("the word up", () -> child.logTail().contains("up"), UP_LIMIT);
  }

  @Override
  public void close() {
    child.close(TERM_LIMIT);
  }
}
