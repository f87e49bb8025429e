package dev.hookline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfig.Kafka;
import dev.hookline.gateway.GatewayConfig.Limits;
import dev.hookline.gateway.GatewayConfig.Redis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the table of docs/configuration.md against what the reader knows. */
class ConfigurationPageTest {

  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:`([^`]+)`|none) \\|.*");

  /** Where a user can write keys; a section's own keys are found by asking with a wrong one. */
  private static final List<String> SECTIONS =
      List.of(
          "listen",
          "admin",
          "kafka",
          "redis",
          "limits",
          "organisations.NAME.github",
          "organisations.NAME.jira",
          "organisations.NAME.rateLimit");

  @TempDir Path folder;
  private final Map<String, String> documented = new LinkedHashMap<>();

  @BeforeEach
  void readTable() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("hookline.root"), "docs", "configuration.md"));
    String section = page.substring(page.indexOf("\n## Gateway\n"));
    int end = section.indexOf("\n## ", 1);
    (end < 0 ? section : section.substring(0, end))
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(row -> documented.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
  }

  @Test
  void thePageNamesEverySettingAndNoOther() throws IOException {
    Set<String> known = new LinkedHashSet<>();
    for (String section : SECTIONS) {
      for (String key : keysOf(section)) {
        known.add(section + "." + key);
      }
    }
    assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void everySectionThatTheReaderKnowsIsLookedAt() throws IOException {
    assertThat(keysOf(""))
        .allSatisfy(name -> assertThat(SECTIONS).anyMatch(section -> section.startsWith(name)));
    assertThat(keysOf("organisations.NAME"))
        .allSatisfy(name -> assertThat(SECTIONS).contains("organisations.NAME." + name));
  }

  @Test
  void thePagesDefaultsAreTheCodes() {
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("listen.host", Endpoint.DEFAULT_LISTEN.host());
    defaults.put("listen.port", Integer.toString(Endpoint.DEFAULT_LISTEN.port()));
    defaults.put("admin.host", Endpoint.DEFAULT_ADMIN.host());
    defaults.put("admin.port", Integer.toString(Endpoint.DEFAULT_ADMIN.port()));
    defaults.put("kafka.buffer", mib(Kafka.DEFAULT_BUFFER_BYTES));
    defaults.put("redis.budget", millis(Redis.DEFAULT_BUDGET));
    defaults.put("limits.inFlight", mib(Limits.DEFAULT_IN_FLIGHT_BYTES));
    defaults.put("limits.requests", Integer.toString(Limits.DEFAULT_IN_FLIGHT_REQUESTS));
    defaults.put("limits.deadline", Limits.DEFAULT_DEADLINE.toSeconds() + "s");
    Map<String, String> withDefault = new LinkedHashMap<>(documented);
    withDefault.values().removeIf(String::isEmpty);
    assertThat(withDefault).isEqualTo(defaults);
  }

  private static String mib(long bytes) {
    return (bytes >> 20) + "MiB";
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + "ms";
  }

  /** A wrong key's error lists the right ones. */
  private List<String> keysOf(String section) throws IOException {
    String inner = "{wrongkey: 1}";
    String[] names = section.isEmpty() ? new String[0] : section.split("\\.");
    for (int i = names.length - 1; i > 0; i--) {
      inner = "{" + names[i].replace("NAME", "acme") + ": " + inner + "}";
    }
    StringBuilder yaml = new StringBuilder();
    yaml.append(names.length == 0 ? "wrongkey: 1" : names[0] + ": " + inner).append('\n');
    if (!section.startsWith("kafka")) {
      yaml.append("kafka: {bootstrapServers: k}\n");
    }
    if (section.startsWith("organisations.NAME.rateLimit")) {
      yaml.setLength(0);
      yaml.append(
          "kafka: {bootstrapServers: k}\norganisations: {acme: {github: {secrets: [s]},"
              + " rateLimit: {wrongkey: 1}}}\n");
    } else if (!section.startsWith("organisations")) {
      yaml.append("organisations: {acme: {github: {secrets: [s]}}}\n");
    }
    Path file = Files.writeString(folder.resolve("wrong.yaml"), yaml);
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> GatewayConfigReader.read(file, Map.of()));
    assertThat(refused.getMessage()).contains("wrongkey: unknown key; known here: ");
    String list = refused.getMessage().substring(refused.getMessage().indexOf("here: ") + 6);
    return List.of(list.split(", "));
  }
}
