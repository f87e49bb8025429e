package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnStackTest {

  /** A team's servers in .env would be migrated, and its topic and tables written to. */
  @Test
  void noServerAndNoPortOfThisCheckoutsEnvIsLeft() {
    Map<String, String> environment = OwnStack.environment("docker-compose.yml");

    assertThat(environment)
        .containsEntry("COMPOSE_PROFILES", "kafka,redis,clickhouse")
        .containsEntry("COMPOSE_FILE", "docker-compose.yml")
        .containsEntry("HOOKLINE_GATEWAY", "")
        .containsEntry("HOOKLINE_ADMIN", "")
        .containsEntry("HOOKLINE_FLINK", "")
        .containsEntry("HOOKLINE_KAFKA", "")
        .containsEntry("HOOKLINE_CLICKHOUSE", "")
        .containsEntry("HOOKLINE_ZOOKEEPER", "")
        .containsEntry("HOOKLINE_RESTORE_FROM", "")
        .containsEntry("HOOKLINE_REDIS_PASSWORD_FILE", "/run/secrets/redis-password")
        .doesNotContainKeys(OwnStack.OF_THE_MACHINE.toArray(String[]::new));
    assertThat(environment.get("COMPOSE_PROJECT_NAME")).isNotEqualTo("hookline");
    assertThat(environment.keySet())
        .containsAll(
            ComposeFile.variablesUnset().keySet().stream()
                .filter(name -> !OwnStack.OF_THE_MACHINE.contains(name))
                .toList());
    assertThat(environment.entrySet())
        .filteredOn(variable -> variable.getKey().endsWith("_PORT"))
        .hasSize(5)
        .allSatisfy(port -> assertThat(port.getValue()).matches("[0-9]+"))
        .extracting(Map.Entry::getValue)
        .doesNotHaveDuplicates();
  }
}
