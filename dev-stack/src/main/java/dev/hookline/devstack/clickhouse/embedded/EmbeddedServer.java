package dev.hookline.devstack.clickhouse.embedded;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The engine behind an HTTP port. */
final class EmbeddedServer implements AutoCloseable {
  private static final int THREADS = 64;
  private static final int WAITING_REQUESTS = 1024;
  private static final int BACKLOG = 256;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Engine engine;
  private final HttpServer http;
  private final QueryHandler handler;

  private EmbeddedServer(Engine engine, HttpServer http, QueryHandler handler) {
    this.engine = engine;
    this.http = http;
    this.handler = handler;
  }

  static EmbeddedServer start(ServerOptions options, Path library)
      throws IOException, EngineException {
    configureHttp();
    // The port first: a second process is refused before it touches the data.
    HttpServer http = bind(options);
    Path data = Files.createDirectories(options.folder().resolve("data"));
    Path results = options.folder().resolve("results");
    ResultFile.clear(results);
    Engine engine = Engine.open(library, data);
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_REQUESTS),
            // The dispatcher serves it itself and so takes no further request meanwhile.
            new ThreadPoolExecutor.CallerRunsPolicy());
    threads.allowCoreThreadTimeOut(true);
    http.setExecutor(threads);
    QueryHandler handler = new QueryHandler(engine, options.accounts(), results);
    http.createContext("/", handler);
    http.start();
    return new EmbeddedServer(engine, http, handler);
  }

  int port() {
    return http.getAddress().getPort();
  }

  String version() {
    return engine.version();
  }

  /** Lets running requests end, for five seconds; later ones wait and are cut. */
  @Override
  public void close() {
    boolean idle = handler.awaitIdle(STOP_LIMIT);
    http.stop(0);
    if (idle) {
      engine.close(); // under a running query this would take its connection away
    }
  }

  /** The JDK's server reads these once, when its classes are loaded. */
  private static void configureHttp() {
    // Without it every answer waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.idleInterval", "60");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "256");
    System.setProperty("sun.net.httpserver.maxReqTime", "900");
    System.setProperty("sun.net.httpserver.maxRspTime", "900");
  }

  private static HttpServer bind(ServerOptions options) throws IOException {
    try {
      return HttpServer.create(new InetSocketAddress(options.host(), options.port()), BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          "port "
              + options.port()
              + " on "
              + options.host()
              + " cannot be listened on ("
              + e.getMessage()
              + "): choose another, or 0 for a free one",
          e);
    }
  }
}
