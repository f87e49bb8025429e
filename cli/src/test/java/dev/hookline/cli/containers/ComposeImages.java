package dev.hookline.cli.containers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The images that a test of the containers starts. */
final class ComposeImages {

  /** For making images. */
  static final Duration BUILD = Duration.ofMinutes(15);

  private static final Duration SHORT = Duration.ofSeconds(30);

  private ComposeImages() {}

  /**
   * The files that docker-compose reads: those that its own variable {@code COMPOSE_FILE} names in
   * the environment; else its own, on images from here or a registry; where there is none, the
   * stand-ins', which are made.
   */
  static String files() throws IOException {
    String given = System.getenv("COMPOSE_FILE");
    if (given != null && !given.isBlank()) {
      return given;
    }
    if (areOfficial(images())) {
      return "docker-compose.yml";
    }
    System.err.println("no registry answers: the test runs on stand-in images, which stay");
    DockerCompose.succeed(List.of("../stand-in-images/make"), Map.of(), BUILD);
    return "docker-compose.yml:../stand-in-images/docker-compose.yml";
  }

  /** The servers' images, in the file's order by name. */
  private static List<String> images() {
    ComposeFile compose = ComposeFile.read();
    return compose.services().keySet().stream()
        .filter(service -> !ComposeFile.OURS.contains(service))
        .map(compose::image)
        .toList();
  }

  /** Stand-ins and official ones do not go together: one is enough for all to be stand-ins. */
  private static boolean areOfficial(List<String> images) throws IOException {
    String label = "{{index .Config.Labels \"dev.hookline.stand-in\"}}";
    for (String image : images) {
      List<String> inspect = List.of("docker", "image", "inspect", "-f", label, image);
      boolean isHere =
          DockerCompose.succeeds(inspect, SHORT)
              || DockerCompose.succeeds(List.of("docker", "pull", image), BUILD);
      if (!isHere || !DockerCompose.succeed(inspect, Map.of(), SHORT).isBlank()) {
        return false;
      }
    }
    return true;
  }
}
