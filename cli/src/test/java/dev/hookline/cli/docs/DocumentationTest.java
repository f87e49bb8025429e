package dev.hookline.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the documents against the tree: what they link exists, what they call a test is one. */
class DocumentationTest {

  private static final Path ROOT = Path.of(System.getProperty("hookline.root"));
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern TEST_NAME = Pattern.compile("`(\\w+(?:Test|IT|Contract))\\.(\\w+)`");

  @Test
  void everyRelativeLinkLeadsToAFile() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
          broken.add(ROOT.relativize(document) + " → " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theArchitectureFollowsAnEventThroughExistingClasses() throws IOException {
    Path architecture = ROOT.resolve("docs/architecture.md");
    Matcher link = LINK.matcher(Files.readString(architecture));
    List<String> classes = new ArrayList<>();
    while (link.find()) {
      if (link.group(1).endsWith(".java")) {
        classes.add(link.group(1));
      }
    }
    assertThat(classes).as("classes linked in docs/architecture.md").hasSizeGreaterThan(20);
    assertThat(classes)
        .allSatisfy(path -> assertThat(architecture.resolveSibling(path)).isRegularFile());
  }

  @Test
  void everyTestThatTheGuaranteesNameExists() throws IOException {
    Map<String, String> tests = testSources();
    Matcher name = TEST_NAME.matcher(Files.readString(ROOT.resolve("docs/guarantees.md")));
    List<String> missing = new ArrayList<>();
    int named = 0;
    while (name.find()) {
      named++;
      if (!hasTest(tests, name.group(1), name.group(2))) {
        missing.add(name.group());
      }
    }
    assertThat(named).as("tests named in docs/guarantees.md").isGreaterThan(20);
    assertThat(missing).isEmpty();
  }

  /** In the class itself or in the contract that it extends. */
  private static boolean hasTest(Map<String, String> tests, String type, String method) {
    String source = tests.getOrDefault(type, "");
    Matcher parent = Pattern.compile("class " + type + " extends (\\w+)").matcher(source);
    return source.contains("void " + method + "(")
        || (parent.find() && hasTest(tests, parent.group(1), method));
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs)
          .filter(path -> path.getFileName().toString().endsWith(".md"))
          .forEach(documents::add);
    }
    assertThat(documents).as("documents under " + ROOT).isNotEmpty();
    return documents;
  }

  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path tests = module.resolve("src/test/java");
        if (!Files.isDirectory(tests)) {
          continue;
        }
        try (Stream<Path> files = Files.walk(tests)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
            String name = file.getFileName().toString().replace(".java", "");
            sources.merge(name, Files.readString(file), String::concat);
          }
        }
      }
    }
    return sources;
  }
}
