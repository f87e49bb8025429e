package dev.hookline.devstack.zookeeper;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.JavaPart;
import dev.hookline.devstack.internal.LineProbe;
import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.internal.Template;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One ZooKeeper from Flink's own jars, as a process on loopback; it keeps its data over a kill. */
public final class ZooKeeper extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  private final JavaPart part;
  private final int port;
  private final Path config;
  private final Duration containerCheck;

  private ZooKeeper(Builder options) {
    super("zookeeper");
    DataFolder folder = options.folder;
    this.containerCheck = options.containerCheck;
    this.part = new JavaPart(name(), options.lib, folder, folder.data(name()));
    this.port = folder.choosePort("zookeeper", options.port, options.portSetting);
    this.config =
        Template.write(
            "zookeeper/zoo.cfg",
            Map.of("port", port, "dataDir", folder.data(name()).resolve("data")),
            folder.data(name()).resolve("zoo.cfg"));
  }

  /**
   * Begins the description of a ZooKeeper.
   *
   * @param lib the folder of Flink's jars, {@code <dist>/lib/flink}
   * @param folder where data and logs go
   */
  public static Builder builder(Path lib, DataFolder folder) {
    return new Builder(lib, folder);
  }

  /** Host and port for clients, such as {@code 127.0.0.1:2181}. */
  @Override
  public String endpoint() {
    return "127.0.0.1:" + port;
  }

  @Override
  public Path log() {
    return part.folder().log(name());
  }

  @Override
  protected ChildProcess launch() {
    return part.start(
        List.of(
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dznode.container.checkIntervalMs=" + containerCheck.toMillis()),
        "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer",
        List.of("--zkConfigFile", config.toString(), "--peerId", "1"),
        Map.of());
  }

  @Override
  protected void awaitReady(ChildProcess started) {
    started.awaitReady(
        "an answer of ZooKeeper on port " + port,
        () -> LineProbe.answers(port, "ruok", "imok"),
        START_LIMIT);
  }

  /** What a ZooKeeper is started with. */
  public static final class Builder {
    private final Path lib;
    private final DataFolder folder;
    private int port;
    private String portSetting = "ZooKeeper's port";
    private Duration containerCheck = Duration.ofMinutes(1);

    private Builder(Path lib, DataFolder folder) {
      this.lib = Objects.requireNonNull(lib, "lib");
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

    /**
     * How often it deletes containers that are empty; each minute, as by itself, without this call.
     */
    public Builder containerCheck(Duration interval) {
      this.containerCheck = interval;
      return this;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @throws DevStackException with the log's end when it does not come up
     */
    public ZooKeeper start() {
      ZooKeeper zooKeeper = new ZooKeeper(this);
      zooKeeper.begin();
      return zooKeeper;
    }
  }
}
