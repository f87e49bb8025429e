package dev.hookline.gateway.testing;

import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.gateway.GatewayMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway as a process of its own, as it runs in production. */
public final class GatewayProcess implements AutoCloseable {

  private static final Pattern PORTS =
      Pattern.compile("takes webhooks at http://[^:]+:([0-9]+)/.*at http://[^:]+:([0-9]+)");

  private final ChildProcess process;
  private Matcher ports;

  private GatewayProcess(ChildProcess process) {
    this.process = process;
  }

  /** Starts one; it may end at once. */
  public static GatewayProcess launch(
      Path folder, String name, List<String> jvm, List<String> arguments, Map<String, String> env) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), GatewayMain.class.getName()));
    command.addAll(arguments);
    return new GatewayProcess(
        ChildProcess.builder(name, command)
            .workingDirectory(Path.of(System.getProperty("hookline.root")))
            .log(folder.resolve(name + ".log"))
            .environment(env)
            .start());
  }

  /** Waits until it listens. */
  public GatewayProcess awaitListening() {
    process.awaitReady("its ports in its log", this::findPorts, Duration.ofSeconds(90));
    return this;
  }

  private boolean findPorts() {
    Matcher matcher = PORTS.matcher(log());
    if (matcher.find()) {
      ports = matcher;
    }
    return ports != null;
  }

  public int port() {
    return Integer.parseInt(ports.group(1));
  }

  public int adminPort() {
    return Integer.parseInt(ports.group(2));
  }

  public String log() {
    try {
      return Files.exists(process.log()) ? Files.readString(process.log()) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
