package dev.hookline.devstack.kafka;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.JavaPart;
import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.internal.Template;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One Kafka broker, its own controller unless it is one of a {@link KafkaCluster}, as a process on
 * loopback. Records up to 30 MiB; topics are created by name only. Records that were confirmed with
 * acks=all survive {@link #kill()} and {@link #restart()}; a loss of the machine is another matter,
 * since nothing is forced to disk.
 */
public final class KafkaBroker extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration FORMAT_LIMIT = Duration.ofSeconds(60);

  private final JavaPart part;
  private final int heapMib;
  private final int port;
  private final String clusterId;
  private final Path config;
  private final Path logDirs;

  private KafkaBroker(Builder options) {
    super(options.membership.brokerName());
    DataFolder folder = options.folder;
    Membership membership = options.membership;
    this.part = new JavaPart(name(), options.lib, folder, folder.data(name()));
    this.heapMib = options.heapMib;
    this.port = folder.choosePort(name(), options.port, options.portSetting);
    this.clusterId = membership.clusterId();
    this.logDirs = folder.data(name()).resolve("data");
    Map<Integer, Integer> controllers =
        membership.controllerPorts().isEmpty()
            ? Map.of(membership.node(), folder.choosePort("kafka-controller", 0, ""))
            : membership.controllerPorts();
    Map<String, Object> values = new HashMap<>(membership.settings(controllers));
    values.put("listeners", options.listeners(port, options.proxiedPort));
    values.put("advertised", options.listeners(port, options.advertisedPort));
    values.put("dataDir", escaped(logDirs));
    this.config =
        Template.write(
            "kafka/server.properties", values, folder.data(name()).resolve("server.properties"));
  }

  /** A property's value in which backslashes are literal. */
  private static String escaped(Path path) {
    return path.toString().replace("\\", "\\\\");
  }

  /**
   * Begins the description of a broker.
   *
   * @param lib the folder of the broker's jars, {@code <dist>/lib/kafka}
   * @param folder where data and logs go
   */
  public static Builder builder(Path lib, DataFolder folder) {
    return new Builder(lib, folder);
  }

  /** Host and port for clients, such as {@code 127.0.0.1:9092}. */
  public String bootstrapServers() {
    return endpoint();
  }

  @Override
  public String endpoint() {
    return "127.0.0.1:" + port;
  }

  @Override
  public Path log() {
    return part.folder().log(name());
  }

  /** Launches without waiting: a member alone has no quorum and is not in service. */
  void launchAlone() {
    launchOnly();
  }

  /** Waits for what {@link #launchAlone()} started. */
  void awaitService() {
    awaitReadyOrEnd();
  }

  /** Asks it to end, without waiting. */
  void askToEnd() {
    terminate();
  }

  @Override
  protected ChildProcess launch() {
    if (!Files.exists(logDirs.resolve("meta.properties"))) {
      format();
    }
    return part.start(
        List.of("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m", "-XX:+UseSerialGC"),
        "kafka.Kafka",
        List.of(config.toString()),
        Map.of());
  }

  @Override
  protected void awaitReady(ChildProcess started) {
    started.awaitReady(
        "an answer of the broker on port " + port,
        () -> BrokerProbe.isInService(port),
        START_LIMIT);
  }

  private void format() {
    try (ChildProcess format =
        part.start(
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            "kafka.tools.StorageTool",
            List.of("format", "-t", clusterId, "-c", config.toString()),
            Map.of())) {
      if (!format.awaitExit(FORMAT_LIMIT) || format.exitCode() != 0) {
        throw new DevStackException(
            "kafka: cannot format "
                + logDirs
                + ": "
                + format.logTail().lines().findFirst().orElse("no output"));
      }
    }
  }

  /** What a broker is started with. */
  public static final class Builder {
    private final Path lib;
    private final DataFolder folder;
    private int port;
    private String portSetting = "the broker's port";
    private int heapMib = 256;
    private int proxiedPort;
    private int advertisedPort;
    private Membership membership = Membership.alone();

    private Builder(Path lib, DataFolder folder) {
      this.lib = Objects.requireNonNull(lib, "lib");
      this.folder = Objects.requireNonNull(folder, "folder");
    }

    /**
     * The port for clients; 0, as without this call, means any free one, the same at every start.
     *
     * @param setting the name of the setting that chose it, for the error when it is in use
     */
    public Builder port(int chosen, String setting) {
      this.port = chosen;
      this.portSetting = setting;
      return this;
    }

    /** The heap in MiB; 256 without this call. */
    public Builder heapMib(int mib) {
      this.heapMib = mib;
      return this;
    }

    /**
     * A second listener, for clients that come through something in between: whoever asks there is
     * told to come to {@code advertised}, whatever he asks for.
     *
     * @param listening the port of 127.0.0.1 on which the broker listens for them
     * @param advertised the port of 127.0.0.1 that it tells them
     */
    public Builder proxied(int listening, int advertised) {
      this.proxiedPort = listening;
      this.advertisedPort = advertised;
      return this;
    }

    Builder member(Membership of) {
      this.membership = of;
      return this;
    }

    KafkaBroker prepare() {
      return new KafkaBroker(this);
    }

    private String listeners(int own, int second) {
      return "PLAINTEXT://127.0.0.1:"
          + own
          + (proxiedPort == 0 ? "" : ",PROXIED://127.0.0.1:" + second);
    }

    /**
     * Starts the broker and waits until topics can be created.
     *
     * @throws DevStackException with the log's end when it does not come up
     */
    public KafkaBroker start() {
      KafkaBroker broker = prepare();
      broker.begin();
      return broker;
    }
  }
}
