package dev.hookline.cli.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Jira Cloud bodies of the project's own: created, started, resolved, commented. */
public final class JiraExamples {

  private static final List<String> FILES =
      List.of("issue-created", "issue-started", "issue-resolved", "comment-created");

  private JiraExamples() {}

  /**
   * Reads all of them.
   *
   * @return the payloads, each a new object
   */
  public static List<ObjectNode> read() {
    return FILES.stream().map(JiraExamples::read).toList();
  }

  /**
   * The event type that a Jira payload states itself.
   *
   * @param payload a Jira webhook's body
   * @return the value of {@code webhookEvent}, empty when it has none
   */
  public static String eventType(JsonNode payload) {
    return payload.path("webhookEvent").asText("");
  }

  private static ObjectNode read(String file) {
    try (InputStream in = JiraExamples.class.getResourceAsStream("jira/" + file + ".json")) {
      return (ObjectNode) new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
