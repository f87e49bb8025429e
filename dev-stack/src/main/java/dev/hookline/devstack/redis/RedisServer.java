package dev.hookline.devstack.redis;

import dev.hookline.devstack.CacheFolder;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.LineProbe;
import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.internal.Template;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * One Redis as a process on loopback, in memory only: {@link #kill()} and {@link #restart()} empty
 * it. It refuses writes when its memory is used up, and evicts nothing.
 */
public final class RedisServer extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  private final DataFolder folder;
  private final RedisProgram program;
  private final int port;
  private final Path config;

  private RedisServer(Builder options) {
    super("redis");
    this.folder = options.folder;
    this.port = folder.choosePort("redis", options.port, options.portSetting);
    this.program = RedisProgram.find(options.cache, options.progress);
    this.config =
        Template.write(
            "redis/redis.conf",
            Map.of(
                "port", port, "dataDir", folder.data(name()), "maxMemoryMib", options.maxMemoryMib),
            folder.data(name()).resolve("redis.conf"));
  }

  /**
   * Begins the description of a server.
   *
   * @param folder where data and logs go
   */
  public static Builder builder(DataFolder folder) {
    return new Builder(folder);
  }

  /** The URL for clients, such as {@code redis://127.0.0.1:6379}. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public String endpoint() {
    return url();
  }

  @Override
  public Path log() {
    return folder.log(name());
  }

  @Override
  protected ChildProcess launch() {
    ChildProcess.Builder process =
        ChildProcess.builder(name(), List.of(program.executable().toString(), config.toString()))
            .workingDirectory(folder.data(name()))
            .log(log())
            .pidFile(folder.pidFile(name()));
    if (!program.libraryPath().isEmpty()) {
      process.environment("LD_LIBRARY_PATH", program.libraryPath());
    }
    return process.start();
  }

  @Override
  protected void awaitReady(ChildProcess started) {
    started.awaitReady(
        "an answer to PING on port " + port,
        () -> LineProbe.answers(port, "PING\r\n", "+PONG"),
        START_LIMIT);
  }

  /** What a server is started with. */
  public static final class Builder {
    private final DataFolder folder;
    private Path cache = CacheFolder.path();
    private Consumer<String> progress = System.err::println;
    private int port;
    private String portSetting = "Redis's port";
    private int maxMemoryMib = 128;

    private Builder(DataFolder folder) {
      this.folder = Objects.requireNonNull(folder, "folder");
    }

    /**
     * The port; 0, as without this call, means any free one, the same at every start.
     *
     * @param setting the name of the setting that chose it, for the error when it is in use
     */
    public Builder port(int chosen, String setting) {
      this.port = chosen;
      this.portSetting = setting;
      return this;
    }

    /** The most that keys and values may take, in MiB; 128 without this call. */
    public Builder maxMemoryMib(int mib) {
      this.maxMemoryMib = mib;
      return this;
    }

    /** Where a fetched program is kept; the user's cache folder without this call. */
    public Builder cache(Path chosen) {
      this.cache = chosen;
      return this;
    }

    /** Gets a line before each step that takes long; stderr without this call. */
    public Builder progress(Consumer<String> listener) {
      this.progress = listener;
      return this;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @throws dev.hookline.devstack.MissingPrerequisiteException if there is no redis-server and
     *     none can be fetched
     * @throws DevStackException with the log's end when it does not come up
     */
    public RedisServer start() {
      RedisServer server = new RedisServer(this);
      server.begin();
      return server;
    }
  }
}
