package dev.hookline.devstack.kafka;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.JavaPart;
import dev.hookline.devstack.internal.ProcessService;
import dev.hookline.devstack.internal.Template;
import dev.hookline.devstack.process.ChildProcess;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * One Kafka broker, its own controller, as a process on loopback. Records up to 30 MiB; topics are
 * created by name only. Records that were confirmed with acks=all survive {@link #kill()} and
 * {@link #restart()}; a loss of the machine is another matter, since nothing is forced to disk.
 */
public final class KafkaBroker extends ProcessService {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration FORMAT_LIMIT = Duration.ofSeconds(60);

  private final JavaPart part;
  private final int heapMib;
  private final int port;
  private final Path config;
  private final Path logDirs;

  private KafkaBroker(Builder options) {
    super("kafka");
    DataFolder folder = options.folder;
    this.part = new JavaPart(name(), options.lib, folder, folder.data(name()));
    this.heapMib = options.heapMib;
    this.port = folder.choosePort("kafka", options.port, options.portSetting);
    this.logDirs = folder.data(name()).resolve("data");
    this.config =
        Template.write(
            "kafka/server.properties",
            Map.of(
                "port", port,
                "controllerPort", folder.choosePort("kafka-controller", 0, ""),
                "dataDir", escaped(logDirs)),
            folder.data(name()).resolve("server.properties"));
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
            List.of("format", "-t", clusterId(), "-c", config.toString()),
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

  /** 16 random bytes as Kafka writes them; a leading dash would be read as an option. */
  private static String clusterId() {
    String id;
    do {
      UUID random = UUID.randomUUID();
      byte[] bytes =
          ByteBuffer.allocate(16)
              .putLong(random.getMostSignificantBits())
              .putLong(random.getLeastSignificantBits())
              .array();
      id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } while (id.startsWith("-"));
    return id;
  }

  /** What a broker is started with. */
  public static final class Builder {
    private final Path lib;
    private final DataFolder folder;
    private int port;
    private String portSetting = "the broker's port";
    private int heapMib = 256;

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
     * Starts the broker and waits until topics can be created.
     *
     * @throws DevStackException with the log's end when it does not come up
     */
    public KafkaBroker start() {
      KafkaBroker broker = new KafkaBroker(this);
      broker.begin();
      return broker;
    }
  }
}
