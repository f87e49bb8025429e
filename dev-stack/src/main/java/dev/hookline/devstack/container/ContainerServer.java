package dev.hookline.devstack.container;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import java.time.Duration;
import org.testcontainers.clickhouse.ClickHouseContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** A part in a container that this JVM has started. */
class ContainerServer implements Server {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final int REDIS_PORT = 6379;

  private final Part part;
  private final GenericContainer<?> container;
  private final String endpoint;

  ContainerServer(Part part, GenericContainer<?> container, String endpoint) {
    this.part = part;
    this.container = container;
    this.endpoint = endpoint;
  }

  /** Starts the part and waits until it works. */
  static ContainerServer start(Part part) {
    DockerImageName image = DockerImageName.parse(Images.of(part));
    return switch (part) {
      case KAFKA -> kafka(image);
      case REDIS -> redis(image);
      case CLICKHOUSE -> clickHouse(image);
      case ZOOKEEPER, FLINK ->
          throw new IllegalArgumentException(part + " does not run as a container");
    };
  }

  @SuppressWarnings("resource") // removed at the end of the JVM
  private static ContainerServer kafka(DockerImageName image) {
    KafkaContainer kafka =
        new KafkaContainer(image)
            .withEnv(KafkaEnvironment.ofTheEmbeddedBroker())
            .withStartupTimeout(START_LIMIT);
    kafka.start();
    return new ContainerServer(Part.KAFKA, kafka, kafka.getBootstrapServers());
  }

  @SuppressWarnings("resource") // removed at the end of the JVM
  private static ContainerServer redis(DockerImageName image) {
    GenericContainer<?> redis =
        new GenericContainer<>(image)
            .withExposedPorts(REDIS_PORT)
            .withCommand(
                "redis-server",
                "--save",
                "",
                "--appendonly",
                "no",
                "--maxmemory-policy",
                "noeviction")
            .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
            .withStartupTimeout(START_LIMIT);
    redis.start();
    return new ContainerServer(
        Part.REDIS, redis, "redis://" + redis.getHost() + ":" + redis.getMappedPort(REDIS_PORT));
  }

  @SuppressWarnings("resource") // removed at the end of the JVM
  private static ContainerServer clickHouse(DockerImageName image) {
    ClickHouseContainer clickHouse =
        new ClickHouseContainer(image)
            .withUsername(ClickHouseContainerServer.USER)
            .withPassword(ClickHouseContainerServer.PASSWORD)
            .withEnv("CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT", "1")
            .withEnv("TZ", "UTC")
            .withStartupTimeout(START_LIMIT);
    clickHouse.start();
    return new ClickHouseContainerServer(clickHouse);
  }

  @Override
  public String name() {
    return part.label();
  }

  @Override
  public String endpoint() {
    return endpoint;
  }

  @Override
  public void pause() {
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void resume() {
    container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
  }
}
