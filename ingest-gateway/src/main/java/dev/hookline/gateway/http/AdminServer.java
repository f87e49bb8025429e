package dev.hookline.gateway.http;

import dev.hookline.gateway.GatewayConfig;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Health and metrics, on a port of their own: {@code /livez} says that the process runs, {@code
 * /readyz} that deliveries should be sent here, {@code /metrics} is for Prometheus.
 */
public final class AdminServer implements AutoCloseable {

  private static final int THREADS = 8;

  private final Javalin server;

  /**
   * Makes a server that does not listen yet.
   *
   * @param listen where
   * @param trouble why the gateway is not ready; empty when it is
   * @param metrics what it counts
   */
  public AdminServer(
      GatewayConfig.Endpoint listen, Supplier<Optional<String>> trouble, GatewayMetrics metrics) {
    server =
        Javalin.create(
            javalin -> {
              Servers.configure(javalin, listen, new QueuedThreadPool(THREADS, 2));
              javalin.routes.get("/livez", context -> context.result("ok\n"));
              javalin.routes.get("/readyz", context -> ready(context, trouble.get()));
              javalin.routes.get(
                  "/metrics",
                  context ->
                      context
                          .contentType("text/plain; version=0.0.4; charset=utf-8")
                          .result(metrics.scrape()));
            });
  }

  private static void ready(Context context, Optional<String> trouble) {
    context.status(trouble.isEmpty() ? 200 : 503).result(trouble.orElse("ok") + "\n");
  }

  /**
   * Starts to listen.
   *
   * @return the port
   * @throws io.javalin.util.JavalinException when the port cannot be had
   */
  public int start() {
    server.start();
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
