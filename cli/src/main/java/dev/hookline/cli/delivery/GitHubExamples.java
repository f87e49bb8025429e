package dev.hookline.cli.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** GitHub's public example bodies: the npm package {@code @octokit/webhooks-examples} (MIT). */
public final class GitHubExamples {

  private GitHubExamples() {}

  /**
   * One example.
   *
   * @param eventType such as {@code pull_request}
   * @param body the payload
   */
  public record Example(String eventType, ObjectNode body) {}

  /**
   * Reads all examples.
   *
   * @param unpacked the folder that holds the unpacked npm package
   * @return every example of every event type, in the package's order
   * @throws IOException when the package's index cannot be read
   */
  public static List<Example> read(Path unpacked) throws IOException {
    Path index = unpacked.resolve("api.github.com").resolve("index.json");
    List<Example> examples = new ArrayList<>();
    for (JsonNode event : new ObjectMapper().readTree(index.toFile())) {
      for (JsonNode example : event.get("examples")) {
        examples.add(new Example(event.get("name").textValue(), (ObjectNode) example));
      }
    }
    return List.copyOf(examples);
  }
}
