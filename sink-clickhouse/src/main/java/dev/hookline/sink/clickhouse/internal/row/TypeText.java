package dev.hookline.sink.clickhouse.internal.row;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A ClickHouse type as written: a name and its arguments, which are types or literals.
 *
 * @param name such as {@code DateTime64}
 * @param arguments such as {@code 3} and {@code 'UTC'}
 */
record TypeText(String name, List<String> arguments) {

  static TypeText parse(String text) {
    String trimmed = text.strip();
    int open = trimmed.indexOf('(');
    if (open < 0) {
      return new TypeText(trimmed, List.of());
    }
    if (!trimmed.endsWith(")")) {
      throw new IllegalArgumentException("type '" + trimmed + "' lacks a closing parenthesis");
    }
    String inside = trimmed.substring(open + 1, trimmed.length() - 1);
    return new TypeText(trimmed.substring(0, open).strip(), split(inside, trimmed));
  }

  /** The server's spelling: one blank after a comma and around an equals sign. */
  String canonical() {
    if (arguments.isEmpty()) {
      return name;
    }
    return name
        + arguments.stream()
            .map(argument -> isLiteral(argument) ? literal(argument) : parse(argument).canonical())
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static boolean isLiteral(String argument) {
    char first = argument.charAt(0);
    return first == '\'' || Character.isDigit(first);
  }

  private static String literal(String argument) {
    int end = argument.lastIndexOf('\'');
    int equals = argument.indexOf('=', end + 1);
    return equals < 0
        ? argument
        : argument.substring(0, end + 1) + " = " + argument.substring(equals + 1).strip();
  }

  private static List<String> split(String inside, String whole) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i < inside.length(); i++) {
      char c = inside.charAt(i);
      if (quoted) {
        if (c == '\\') {
          i++;
        } else if (c == '\'') {
          quoted = false;
        }
      } else if (c == '\'') {
        quoted = true;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(inside.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(inside.substring(start).strip());
    if (quoted || depth != 0 || parts.contains("")) {
      throw new IllegalArgumentException("type '" + whole + "' is not well-formed");
    }
    return parts;
  }
}
