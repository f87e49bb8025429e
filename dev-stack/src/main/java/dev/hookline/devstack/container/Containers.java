package dev.hookline.devstack.container;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.dockerclient.DockerClientConfigUtils;

/**
 * The containers of this JVM's tests: {@link Part#KAFKA}, {@link Part#REDIS} and {@link
 * Part#CLICKHOUSE} from their official images. Each is started when it is first asked for, shared
 * by all test classes, and removed by Testcontainers when the JVM has ended.
 */
public final class Containers {
  /** Testcontainers gives an address that does not answer 10 s. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

  private static final Duration PULL_LIMIT = Duration.ofMinutes(3);

  private static final Availability AVAILABILITY =
      new Availability(TestcontainersEngine::connect, ANSWER_LIMIT, PULL_LIMIT);
  private static final Map<Part, Server> RUNNING = new EnumMap<>(Part.class);

  private Containers() {}

  /**
   * Why a part cannot run as a container here: no engine answers (known within 15 s), or the engine
   * neither has an image nor can pull it (3 minutes an image). The answer is kept for the JVM.
   *
   * @param part Kafka, Redis or ClickHouse
   * @return empty when it can
   */
  public static Optional<String> whyNot(Part part) {
    List<String> images = new ArrayList<>(ofTestcontainersItself());
    images.add(Images.of(part));
    return AVAILABILITY.whyNot(images);
  }

  /** It would wait two minutes for each of them by itself, and then fail the test. */
  private static List<String> ofTestcontainersItself() {
    List<String> images = new ArrayList<>();
    if (!Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))) {
      images.add(Images.reaper());
    }
    if (DockerClientConfigUtils.IN_A_CONTAINER
        && System.getenv("TESTCONTAINERS_HOST_OVERRIDE") == null) {
      images.add(Images.gateway());
    }
    return images;
  }

  /**
   * The running container of a part.
   *
   * @param part Kafka, Redis or ClickHouse
   * @throws IllegalStateException with the reason when it cannot run here
   * @throws org.testcontainers.containers.ContainerLaunchException when it does not come up within
   *     two minutes
   */
  public static synchronized Server get(Part part) {
    whyNot(part)
        .ifPresent(
            reason -> {
              throw new IllegalStateException(part.label() + " as a container: " + reason);
            });
    return RUNNING.computeIfAbsent(part, ContainerServer::start);
  }
}
