package dev.hookline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One place in the configuration file that knows its own path, so that every error names it. */
final class ConfigNode {

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s)");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}) ?(KiB|MiB|GiB)");

  private final String path;
  private final JsonNode node;
  private final EnvironmentReferences environment;

  ConfigNode(String path, JsonNode node, EnvironmentReferences environment) {
    this.path = path;
    this.node = node;
    this.environment = environment;
  }

  String path() {
    return path;
  }

  /** This node as a section that has these keys and no other. */
  ConfigNode section(String... known) throws ConfigException {
    mapping();
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!Arrays.asList(known).contains(name)) {
        throw new ConfigException(
            child(name), "unknown key; known here: " + String.join(", ", known));
      }
    }
    return this;
  }

  /** This node as a section whose keys are names of the user's. */
  List<String> names() throws ConfigException {
    mapping();
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private void mapping() throws ConfigException {
    if (!node.isObject()) {
      throw new ConfigException(
          path,
          (path.isEmpty() ? "the file " : "")
              + "must be a section of 'key: value' lines, is "
              + kind());
    }
  }

  /** A child that may be absent. */
  Optional<ConfigNode> find(String name) {
    JsonNode child = node.get(name);
    return child == null
        ? Optional.empty()
        : Optional.of(new ConfigNode(child(name), child, environment));
  }

  /** A child that must be there. */
  ConfigNode require(String name, String wayOut) throws ConfigException {
    return find(name).orElseThrow(() -> new ConfigException(child(name), "is missing; " + wayOut));
  }

  /** The elements of a list. */
  List<ConfigNode> elements() throws ConfigException {
    if (!node.isArray()) {
      throw new ConfigException(path, "must be a list such as [one, two], is " + kind());
    }
    List<ConfigNode> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new ConfigNode(path + "[" + i + "]", node.get(i), environment));
    }
    return elements;
  }

  /** A text that is not blank, its references to the environment resolved. */
  String text() throws ConfigException {
    if (!node.isTextual()) {
      throw new ConfigException(path, "must be text, is " + kind() + "; put it in quotes");
    }
    String value = environment.resolve(path, node.textValue());
    if (value.isBlank()) {
      throw new ConfigException(path, "must not be empty");
    }
    return value;
  }

  /** A text whose references may lead to nothing: blank counts as absent. */
  Optional<String> optionalText() throws ConfigException {
    String value = scalar();
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  /** A whole number in [least, most]. */
  int integer(int least, int most) throws ConfigException {
    String text = scalar();
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, with the range
    }
    throw new ConfigException(
        path, "must be a whole number from " + least + " to " + most + ", is '" + text + "'");
  }

  /** A number in [least, most]. */
  double number(double least, double most) throws ConfigException {
    String text = scalar();
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, with the range
    }
    throw new ConfigException(
        path, "must be a number from " + least + " to " + most + ", is '" + text + "'");
  }

  /** A time such as {@code 8s} or {@code 100ms} in [least, most]. */
  Duration duration(Duration least, Duration most) throws ConfigException {
    String text = scalar();
    Matcher matcher = DURATION.matcher(text);
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      Duration value =
          matcher.group(2).equals("ms") ? Duration.ofMillis(amount) : Duration.ofSeconds(amount);
      if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) {
        return value;
      }
    }
    throw new ConfigException(
        path,
        "must be a time such as 8s or 100ms, from "
            + least.toMillis()
            + "ms to "
            + most.toMillis()
            + "ms, is '"
            + text
            + "'");
  }

  /** A size such as {@code 128MiB} in [least, most] bytes. */
  long bytes(long least, long most) throws ConfigException {
    String text = scalar();
    Matcher matcher = SIZE.matcher(text);
    if (matcher.matches()) {
      int shift = List.of("KiB", "MiB", "GiB").indexOf(matcher.group(2)) * 10 + 10;
      long value = Long.parseLong(matcher.group(1)) << shift;
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw new ConfigException(
        path,
        String.format(
            Locale.ROOT,
            "must be a size such as 128MiB, from %dMiB to %dMiB, is '%s'",
            least >> 20,
            most >> 20,
            text));
  }

  private String scalar() throws ConfigException {
    if (!node.isValueNode() || node.isNull()) {
      throw new ConfigException(path, "must be one value, is " + kind());
    }
    return environment.resolve(path, node.asText()).strip();
  }

  private String child(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private String kind() {
    return switch (node.getNodeType()) {
      case OBJECT -> "a section";
      case ARRAY -> "a list";
      case NULL, MISSING -> "empty";
      case BOOLEAN -> "true or false";
      case NUMBER -> "a number";
      default -> "text";
    };
  }
}
