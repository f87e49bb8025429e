package dev.hookline.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationDocTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-zA-Z.]+)` \\| (`([^`]+)`|none) \\|.*\\|$", Pattern.MULTILINE);
  private static final Set<String> REQUIRED =
      Set.of("kafka.bootstrapServers", "clickhouse.url", "clickhouse.user", "clickhouse.password");

  @Test
  void theTableNamesEverySettingWithItsDefaultAndNoOther() throws Exception {
    JobConfig defaults =
        JobConfigReader.parse(
            """
            kafka: {bootstrapServers: k:1}
            clickhouse: {url: "http://c:2", user: u, password: p}
            """,
            Map.of());
    Map<String, String> expected = new TreeMap<>();
    for (RecordComponent section : JobConfig.class.getRecordComponents()) {
      Object part = section.getAccessor().invoke(defaults);
      for (RecordComponent setting : section.getType().getRecordComponents()) {
        String name = section.getName() + "." + setting.getName();
        Object value = setting.getAccessor().invoke(part);
        expected.put(
            name,
            REQUIRED.contains(name) || value.toString().isEmpty()
                ? "none"
                : value instanceof Duration duration ? Durations.text(duration) : value.toString());
      }
    }
    assertThat(documented()).isEqualTo(expected);
  }

  private static Map<String, String> documented() throws IOException {
    String page =
        Files.readString(
            Path.of(System.getProperty("hookline.root", ".."), "docs", "configuration.md"));
    String section = page.substring(page.indexOf("\n## Job\n") + 1);
    int next = section.indexOf("\n## ");
    return ROW.matcher(next < 0 ? section : section.substring(0, next))
        .results()
        .collect(
            Collectors.toMap(
                row -> row.group(1), ConfigurationDocTest::defaultOf, (a, b) -> a, TreeMap::new));
  }

  private static String defaultOf(MatchResult row) {
    return row.group(3) == null ? "none" : row.group(3);
  }
}
