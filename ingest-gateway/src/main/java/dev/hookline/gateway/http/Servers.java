package dev.hookline.gateway.http;

import dev.hookline.gateway.GatewayConfig;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** What both servers have in common. */
final class Servers {

  private Servers() {}

  static void configure(
      JavalinConfig javalin, GatewayConfig.Endpoint listen, QueuedThreadPool threads) {
    javalin.startup.showJavalinBanner = false;
    javalin.startup.showOldJavalinVersionWarning = false;
    javalin.startup.startupWatcherEnabled = false;
    javalin.http.prefer405over404 = true;
    javalin.http.compressionStrategy = CompressionStrategy.NONE;
    javalin.jetty.host = listen.host();
    javalin.jetty.port = listen.port();
    javalin.jetty.threadPool = threads;
    javalin.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
  }
}
