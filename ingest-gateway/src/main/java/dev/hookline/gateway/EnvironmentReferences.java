package dev.hookline.gateway;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:-default}} in a value by the environment's; a doubled
 * dollar sign before a brace stands for itself. As in a shell, an empty variable counts as absent
 * where there is a default. What comes from the environment is not looked at again.
 */
final class EnvironmentReferences {

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}|\\$\\{");

  private final Map<String, String> environment;

  EnvironmentReferences(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  String resolve(String path, String text) throws ConfigException {
    Matcher matcher = REFERENCE.matcher(text);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(out, Matcher.quoteReplacement(replacement(path, matcher)));
    }
    return matcher.appendTail(out).toString();
  }

  private String replacement(String path, Matcher matcher) throws ConfigException {
    if (matcher.group().equals("$${")) {
      return "${";
    }
    String name = matcher.group(1);
    if (name == null) {
      throw new ConfigException(
          path, "'${' must start ${NAME} or ${NAME:-default}; a plain '${' is written '$${'");
    }
    String value = environment.get(name);
    String fallback = matcher.group(2);
    if (value == null || (value.isEmpty() && fallback != null)) {
      if (fallback == null) {
        throw new ConfigException(
            path, "the environment variable " + name + " is not set; set it before the start");
      }
      return fallback;
    }
    return value;
  }
}
