package dev.hookline.devstack.clickhouse.embedded;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.clickhouse.ChdbLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;

/** The process: ClickHouse's engine on one data folder, served on one HTTP port. */
public final class EmbeddedClickHouseMain {
  private EmbeddedClickHouseMain() {}

  /** Runs until it is terminated; a failed start is one line on stderr and exit code 1. */
  public static void main(String[] arguments) {
    try {
      ServerOptions options = ServerOptions.of(arguments, System.getenv());
      Path library = options.library() == null ? ChdbLibrary.fetch() : options.library();
      EmbeddedServer server = EmbeddedServer.start(options, library);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "stop"));
      say(
          "ClickHouse "
              + server.version()
              + " answers on http://"
              + options.host()
              + ":"
              + server.port()
              + ", data in "
              + options.folder());
    } catch (IllegalArgumentException | IOException | EngineException | DevStackException e) {
      say("clickhouse: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    }
  }

  private static void stop(EmbeddedServer server) {
    say("Stopping");
    server.close();
    say("Stopped");
  }

  static void say(String line) {
    System.err.println(Instant.now() + " " + line);
  }

  static void say(String line, Throwable cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    say(line + "\n" + trace);
  }
}
