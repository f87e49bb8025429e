package dev.hookline.devstack.clickhouse;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.clickhouse.embedded.EmbeddedClickHouseMain;
import dev.hookline.devstack.process.ChildProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * ClickHouse's engine as a process of its own on this JVM's class path, with two users: a writer
 * with all rights and a read-only analyst. It listens on the loopback address and keeps its port
 * and data over restarts. It holds no database of the project's: migrations create that.
 */
public final class EmbeddedClickHouse implements Service, ClickHouseServer {
  /** The user with all rights. */
  public static final String WRITER = "hookline_writer";

  /** The user who only reads. */
  public static final String ANALYST = "hookline_analyst";

  /** The writer's password unless {@code HOOKLINE_WRITER_PASSWORD} says otherwise; public. */
  public static final String DEMO_WRITER_PASSWORD = "demo-writer-password";

  /** The analyst's password unless {@code HOOKLINE_ANALYST_PASSWORD} says otherwise; public. */
  public static final String DEMO_ANALYST_PASSWORD = "demo-analyst-password";

  private static final String NAME = "clickhouse";
  private static final Duration READY_LIMIT = Duration.ofSeconds(60);
  private static final int PING_MILLIS = 2000;

  /** Answers to a ping carry it. */
  private static final String PROCESS_ID_HEADER = "X-Process-Id";

  private static final String HOST = "127.0.0.1";

  private final Path folder;
  private final int port;
  private final Path library;
  private final Path log;
  private final Path pidFile;
  private ChildProcess process;

  private EmbeddedClickHouse(Path folder, int port, Path log, Path pidFile) {
    this.folder = folder.toAbsolutePath();
    this.port = port;
    this.library = ChdbLibrary.fetch();
    this.log = log.toAbsolutePath();
    this.pidFile = pidFile.toAbsolutePath();
  }

  /**
   * Starts the process and returns when it answers. The engine's library is fetched before, when it
   * is not in the cache folder.
   *
   * @param folder keeps the data and the log; created when missing
   * @param port the port of 127.0.0.1; 0: a free one
   * @throws dev.hookline.devstack.DevStackException when it does not answer within 60 s, with the
   *     tail of its log
   * @throws dev.hookline.devstack.MissingPrerequisiteException on another platform than linux-x64,
   *     or when npm is needed and missing
   */
  public static EmbeddedClickHouse start(Path folder, int port) {
    EmbeddedClickHouse clickHouse =
        new EmbeddedClickHouse(
            folder,
            port == 0 ? LoopbackPort.free() : port,
            folder.resolve("clickhouse.log"),
            folder.resolve("clickhouse.pid"));
    clickHouse.launch();
    return clickHouse;
  }

  /**
   * As {@link #start(Path, int)}, as a part of a stack: log, pid file and port are where the stack
   * keeps them.
   *
   * @param folder the stack's folder
   * @param port the port of 127.0.0.1; 0: any free one, the same at every start
   * @param portSetting the name of the setting that chose it, for the error when it is in use
   */
  public static EmbeddedClickHouse start(DataFolder folder, int port, String portSetting) {
    EmbeddedClickHouse clickHouse =
        new EmbeddedClickHouse(
            folder.data(NAME),
            folder.choosePort(NAME, port, portSetting),
            folder.log(NAME),
            folder.pidFile(NAME));
    clickHouse.launch();
    return clickHouse;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String httpUrl() {
    return "http://" + HOST + ":" + port;
  }

  @Override
  public String user() {
    return WRITER;
  }

  @Override
  public String password() {
    return writerPassword();
  }

  @Override
  public String endpoint() {
    return httpUrl();
  }

  /** The port of the HTTP interface. */
  public int port() {
    return port;
  }

  /** The writer's password. */
  public String writerPassword() {
    return fromEnvironment("HOOKLINE_WRITER_PASSWORD", DEMO_WRITER_PASSWORD);
  }

  /** The analyst's password. */
  public String analystPassword() {
    return fromEnvironment("HOOKLINE_ANALYST_PASSWORD", DEMO_ANALYST_PASSWORD);
  }

  @Override
  public synchronized long pid() {
    return process.pid();
  }

  @Override
  public synchronized boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public synchronized void kill() {
    process.kill();
  }

  @Override
  public synchronized void pause() {
    process.signal(ChildProcess.Signal.STOP);
  }

  @Override
  public synchronized void resume() {
    process.signal(ChildProcess.Signal.CONT);
  }

  @Override
  public synchronized void restart() {
    process.close();
    launch();
  }

  @Override
  public synchronized void close() {
    process.close();
  }

  private synchronized void launch() {
    process =
        ChildProcess.builder(name(), command())
            .environment(
                Map.of(
                    "TZ", "UTC",
                    "HOOKLINE_WRITER_PASSWORD", writerPassword(),
                    "HOOKLINE_ANALYST_PASSWORD", analystPassword()))
            .log(log)
            .pidFile(pidFile)
            .start();
    try {
      process.awaitReady("an answer from " + httpUrl() + "/ping", this::answersPing, READY_LIMIT);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms32m",
        "-Xmx256m",
        "-Xss4m", // the engine's parser recurses on the calling thread's stack
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=" + folder.resolve("crash-%p.log"),
        "-cp",
        System.getProperty("java.class.path"),
        EmbeddedClickHouseMain.class.getName(),
        "--library",
        library.toString(),
        "--folder",
        folder.toString(),
        "--host",
        HOST,
        "--port",
        Integer.toString(port));
  }

  private boolean answersPing() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(httpUrl() + "/ping").toURL().openConnection();
      connection.setConnectTimeout(PING_MILLIS);
      connection.setReadTimeout(PING_MILLIS);
      // Another server on the same port would answer too, while ours ends because of it.
      return connection.getResponseCode() == 200
          && Long.toString(process.pid()).equals(connection.getHeaderField(PROCESS_ID_HEADER));
    } catch (IOException e) {
      return false;
    }
  }

  private static String fromEnvironment(String variable, String otherwise) {
    String value = System.getenv(variable);
    return value == null || value.isEmpty() ? otherwise : value;
  }
}
