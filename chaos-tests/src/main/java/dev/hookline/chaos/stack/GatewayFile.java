package dev.hookline.chaos.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The configuration of one of the gateways: its own ports, all organisations. */
final class GatewayFile {

  private GatewayFile() {}

  /**
   * Writes it.
   *
   * @param file where to
   * @param port for webhooks
   * @param admin for health and metrics
   * @param kafka as the gateway reaches it
   * @param redis as the gateway reaches it
   * @param orgs organisations, each with a hook of GitHub and one of Jira
   */
  static Path write(Path file, int port, int admin, String kafka, String redis, List<String> orgs) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("listen: {host: 127.0.0.1, port: ").append(port).append("}\n");
    yaml.append("admin: {host: 127.0.0.1, port: ").append(admin).append("}\n");
    yaml.append("kafka: {bootstrapServers: \"").append(kafka).append("\"}\n");
    yaml.append("redis: {url: \"").append(redis).append("\"}\n");
    yaml.append("organisations:\n");
    for (String org : orgs) {
      yaml.append("  ").append(org).append(":\n");
      for (String source : List.of("github", "jira")) {
        yaml.append("    ").append(source).append(": {secrets: [");
        yaml.append(StackPlan.secret(org, source)).append("]}\n");
      }
    }
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
