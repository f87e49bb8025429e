package dev.hookline.gateway.http;

import dev.hookline.contract.Source;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.provider.WebhookProvider;
import dev.hookline.gateway.publish.EventPublisher;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The server that providers send to. */
public final class GatewayServer implements AutoCloseable {

  private static final int THREADS = 32;

  /** Threads that complete or release claims and write answers. */
  private static final int SETTLERS = 8;

  private final InFlightRequests requests;
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, task -> daemon(task, "body-timer"));
  private final ThreadPoolExecutor settlers;
  private final Javalin server;
  private volatile boolean draining;

  /**
   * Makes a server that does not listen yet.
   *
   * @param config where to listen, the bounds, the organisations
   * @param providers by source
   * @param claims whom to ask first
   * @param publisher where events go; closed by its owner
   * @param clock gives the time at which a delivery is received
   * @param metrics counts
   */
  public GatewayServer(
      GatewayConfig config,
      Map<Source, WebhookProvider> providers,
      Claims claims,
      EventPublisher publisher,
      Clock clock,
      GatewayMetrics metrics) {
    timer.setRemoveOnCancelPolicy(true);
    GatewayConfig.Limits limits = config.limits();
    requests = new InFlightRequests(limits.inFlightRequests());
    settlers =
        new ThreadPoolExecutor(
            SETTLERS,
            SETTLERS,
            0,
            TimeUnit.SECONDS,
            // A request settles twice at most, so this is never full.
            new LinkedBlockingQueue<>(2 * limits.inFlightRequests() + SETTLERS),
            task -> daemon(task, "settle"),
            new ThreadPoolExecutor.CallerRunsPolicy());
    InFlightBytes bytes = new InFlightBytes(limits.inFlightBytes());
    metrics.watch(bytes, requests);
    DeliveryCheck check = new DeliveryCheck(providers, config.organisations());
    WebhookEndpoint endpoint =
        new WebhookEndpoint(
            check,
            new WebhookHandler(check, bytes, claims, publisher, settlers, metrics),
            new WebhookEndpoint.Bounds(bytes, requests, limits.deadline()),
            clock,
            timer,
            metrics,
            () -> draining);
    server = Javalin.create(javalin -> configure(javalin, config.listen(), endpoint));
  }

  private static void configure(
      JavalinConfig javalin, GatewayConfig.Endpoint listen, WebhookEndpoint endpoint) {
    Servers.configure(javalin, listen, new QueuedThreadPool(THREADS, 4));
    javalin.routes.post(WebhookEndpoint.PATH, endpoint::handle);
    javalin.routes.error(
        404, context -> problem(context, Problem.NOT_FOUND, "send to /webhooks/{source}/{org}"));
    javalin.routes.error(405, context -> problem(context, Problem.METHOD, "send webhooks by POST"));
  }

  private static void problem(Context context, Problem problem, String detail) {
    if (!"application/problem+json".equals(context.res().getContentType())) {
      Answer answer = Answer.problem(problem, detail);
      context.contentType(answer.contentType()).result(answer.json());
    }
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

  /**
   * Takes no new connection and waits for what is in flight.
   *
   * @param patience how long
   * @return whether everything was answered
   */
  public boolean drain(Duration patience) {
    draining = true;
    for (Connector connector : server.jettyServer().server().getConnectors()) {
      ((ServerConnector) connector).close();
    }
    return requests.awaitNone(patience);
  }

  /**
   * How many requests are being handled.
   *
   * @return 0 or more
   */
  public int inFlight() {
    return requests.count();
  }

  @Override
  public void close() {
    server.stop();
    timer.shutdownNow();
    settlers.shutdown();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
