package dev.hookline.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.stack.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the page's table of environment variables against the sources that read them. */
class EnvironmentPageTest {

  private static final Path ROOT = Path.of(System.getProperty("hookline.root"));
  private static final Pattern VARIABLE = Pattern.compile("HOOKLINE_[A-Z]+(?:_[A-Z]+)*");
  private static final List<String> SOURCES =
      List.of(
          "cli/src/main",
          "dev-stack/src/main",
          "conf",
          "hookline",
          "ops/compose/docker-compose.yml",
          "ops/images");

  @Test
  void everyVariableThatIsReadIsDocumentedAndNoOther() throws IOException {
    Set<String> documented = new TreeSet<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `(HOOKLINE_\\w+)` \\|")
            .matcher(Files.readString(ROOT.resolve("docs/configuration.md")));
    while (row.find()) {
      documented.add(row.group(1));
    }
    assertThat(documented).isEqualTo(read());
  }

  private static Set<String> read() throws IOException {
    Set<String> variables = new TreeSet<>();
    for (String source : SOURCES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(source))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Matcher name = VARIABLE.matcher(Files.readString(file));
          while (name.find()) {
            // each variable may come as a file, which the page says once
            variables.add(name.group().replaceAll("_FILE$", ""));
          }
        }
      }
    }
    for (Part part : Part.values()) {
      variables.add(part.portVariable());
    }
    // made of a part's name, like those of the ports
    for (Part part : List.of(Part.GATEWAY, Part.KAFKA, Part.FLINK, Part.CLICKHOUSE, Part.REDIS)) {
      variables.add("HOOKLINE_" + part.name());
    }
    variables.remove("HOOKLINE_PART");
    return variables;
  }
}
