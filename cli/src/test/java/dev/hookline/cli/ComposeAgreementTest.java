package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.stack.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the target takes for granted is what docker-compose.yml publishes and mounts. */
class ComposeAgreementTest {

  private static final Path FOLDER = Path.of(System.getProperty("hookline.root"), "ops", "compose");

  @Test
  void thePortsAreThePublishedOnes() throws Exception {
    String compose = Files.readString(FOLDER.resolve("docker-compose.yml"));
    for (Map.Entry<Part, Integer> port : ComposeTarget.PORTS.entrySet()) {
      assertThat(compose)
          .contains(
              "- \"127.0.0.1:${%s:-%d}:".formatted(port.getKey().portVariable(), port.getValue()));
    }
    assertThat(compose.split("- \"127\\.0\\.0\\.1:", -1)).hasSize(ComposeTarget.PORTS.size() + 1);
  }

  @Test
  void theSecretsAreThoseThatAreMounted() throws Exception {
    String compose = Files.readString(FOLDER.resolve("docker-compose.yml"));
    ComposeTarget.SECRETS.forEach(
        (variable, name) ->
            assertThat(compose)
                .contains(variable + "_FILE: /run/secrets/" + name)
                .contains("{file: ./secrets/" + name + "}"));
  }
}
