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
import java.util.Map;

/** A gateway as a process of its own, from the same main and file that a container uses. */
public final class GatewayProcess implements Service {

  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);

  private final Launch launch;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PROBE_LIMIT).build();
  private volatile ChildProcess child;

  private GatewayProcess(Launch launch) {
    this.launch = launch;
  }

  /**
   * What a gateway is started with.
   *
   * @param name among the processes, such as {@code gateway}
   * @param lib the folder of its jars
   * @param config its configuration file
   * @param environment the variables that the file refers to
   * @param endpoint where it takes webhooks, such as {@code http://127.0.0.1:8080}
   * @param admin where it answers {@code /readyz}
   * @param log what it prints
   */
  public record Launch(
      String name,
      Path lib,
      Path config,
      Map<String, String> environment,
      String endpoint,
      String admin,
      Path log) {

    /** Copies the map. */
    public Launch {
      environment = Map.copyOf(environment);
    }
  }

  /**
   * Starts a gateway and waits until it can publish.
   *
   * @param launch what to start
   * @return the running gateway
   * @throws dev.hookline.devstack.DevStackException with the log's end when it does not come up
   */
  public static GatewayProcess start(Launch launch) {
    GatewayProcess gateway = new GatewayProcess(launch);
    gateway.begin();
    return gateway;
  }

  /** The stack's own gateway. */
  static GatewayProcess start(StackSettings settings, Ports ports) {
    return start(
        new Launch(
            Part.GATEWAY.label(),
            settings.lib("gateway"),
            settings.gatewayConfig(),
            settings.environment(ports),
            ports.endpoint(Part.GATEWAY),
            ports.endpoint(Part.ADMIN),
            settings.home().logs().resolve("gateway.log")));
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
                    launch.lib() + "/*",
                    "dev.hookline.gateway.GatewayMain",
                    "--config",
                    launch.config().toString()))
            .environment(launch.environment())
            .log(log())
            .start();
    child = started;
    try {
      started.awaitReady("a 200 of " + launch.admin() + "/readyz", this::isReady, START_LIMIT);
    } catch (RuntimeException e) {
      started.kill();
      throw e;
    }
  }

  private boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(launch.admin() + "/readyz")).timeout(PROBE_LIMIT).build();
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
    return launch.name();
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
    return launch.endpoint();
  }

  @Override
  public Path log() {
    return launch.log();
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
