package dev.hookline.cli.stack;

import dev.hookline.devstack.Service;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.ChildProcess.Signal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The gateway as a process of its own, from the same main and file that a container uses. */
final class GatewayProcess implements Service {

  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);

  private final StackSettings settings;
  private final Ports ports;
  private final Path log;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PROBE_LIMIT).build();
  private volatile ChildProcess child;

  private GatewayProcess(StackSettings settings, Ports ports) {
    this.settings = settings;
    this.ports = ports;
    this.log = settings.home().logs().resolve("gateway.log");
  }

  /**
   * Starts the gateway and waits until it can publish.
   *
   * @param settings where its jars and its configuration are
   * @param ports its own ports and those of Kafka and Redis
   * @return the running gateway
   * @throws dev.hookline.devstack.DevStackException with the log's end when it does not come up
   */
  static GatewayProcess start(StackSettings settings, Ports ports) {
    GatewayProcess gateway = new GatewayProcess(settings, ports);
    gateway.begin();
    return gateway;
  }

  private void begin() {
    ChildProcess started =
        ChildProcess.builder(
                name(),
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-cp",
                    settings.lib("gateway") + "/*",
                    "dev.hookline.gateway.GatewayMain",
                    "--config",
                    settings.gatewayConfig().toString()))
            .environment(settings.environment(ports))
            .log(log)
            .start();
    child = started;
    try {
      started.awaitReady(
          "a 200 of " + ports.endpoint(Part.ADMIN) + "/readyz", this::isReady, START_LIMIT);
    } catch (RuntimeException e) {
      started.kill();
      throw e;
    }
  }

  private boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ports.endpoint(Part.ADMIN) + "/readyz"))
            .timeout(PROBE_LIMIT)
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String name() {
    return Part.GATEWAY.label();
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
    return ports.endpoint(Part.GATEWAY);
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
    child.close();
    begin();
  }

  @Override
  public void close() {
    child.close();
  }
}
