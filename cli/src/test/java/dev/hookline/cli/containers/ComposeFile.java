package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** ops/compose/docker-compose.yml, read as docker-compose reads it with no variable set. */
final class ComposeFile {

  static final Path ROOT = Path.of(System.getProperty("hookline.root"));
  static final Path FOLDER = ROOT.resolve("ops/compose");
  static final Path FILE = FOLDER.resolve("docker-compose.yml");

  /** The services with an image of ours. */
  static final List<String> OURS =
      List.of("migrations", "jobmanager", "taskmanager-1", "taskmanager-2", "gateway");

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\$|\\$\\{([A-Z_]+)(?::?-([^}]*))?\\}");

  private final Map<String, Object> tree;

  private ComposeFile(Map<String, Object> tree) {
    this.tree = tree;
  }

  static ComposeFile read() {
    return new ComposeFile(yaml(REFERENCE.matcher(text(FILE)).replaceAll(ComposeFile::value)));
  }

  /**
   * Each variable that the file asks for, with the value at which it is as if nobody had set it.
   *
   * @return nothing for those whose default docker-compose takes for an empty one too
   */
  static Map<String, String> variablesUnset() {
    Map<String, String> unset = new TreeMap<>();
    REFERENCE
        .matcher(text(FILE))
        .results()
        .filter(reference -> reference.group(1) != null)
        .forEach(
            reference ->
                unset.put(
                    reference.group(1),
                    reference.group().contains(":-") ? "" : reference.group(2)));
    return unset;
  }

  private static String value(MatchResult reference) {
    if (reference.group().equals("$$")) {
      return "\\$";
    }
    assertThat(reference.group(2)).as("default of %s", reference.group()).isNotNull();
    return reference.group(2).replace("\\", "\\\\").replace("$", "\\$");
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Map<String, Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  Map<String, Map<String, Object>> services() {
    return sections("services");
  }

  Map<String, Map<String, Object>> secrets() {
    return sections("secrets");
  }

  Set<String> volumes() {
    return map(tree.get("volumes")).keySet();
  }

  private Map<String, Map<String, Object>> sections(String name) {
    Map<String, Map<String, Object>> sections = new TreeMap<>();
    map(tree.get(name)).forEach((key, section) -> sections.put(key, map(section)));
    return sections;
  }

  Map<String, Object> service(String name) {
    return services().get(name);
  }

  Map<String, String> environment(String service) {
    Map<String, String> variables = new TreeMap<>();
    map(service(service).getOrDefault("environment", Map.of()))
        .forEach((name, value) -> variables.put(name, value.toString()));
    return variables;
  }

  List<String> list(String service, String key) {
    List<?> values = (List<?>) service(service).getOrDefault(key, List.of());
    return values.stream().map(Object::toString).toList();
  }

  String image(String service) {
    return service(service).get("image").toString();
  }

  /** A mapping of the file, whose keys are all texts. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }
}
