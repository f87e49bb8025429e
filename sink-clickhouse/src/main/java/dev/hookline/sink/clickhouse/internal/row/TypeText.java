package dev.hookline.sink.clickhouse.internal.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A ClickHouse type as written: a name and its arguments, which are types or literals.
 *
 * @param name such as {@code DateTime64}
 * @param arguments such as {@code 3} and {@code 'UTC'}
 */
record TypeText(String name, List<String> arguments) {
  /** Types whose arguments may have names. */
  private static final Set<String> NAMED = Set.of("Tuple", "Nested");

  private static final Pattern ELEMENT =
      Pattern.compile("(`(?:[^`\\\\]|\\\\.)+`|[A-Za-z_][A-Za-z0-9_]*)\\s+(\\S.*)");

  /** A limit of JSON; here the server puts no blanks. */
  private static final Pattern LIMIT = Pattern.compile("([a-z_]+)\\s*=\\s*(\\d+)");

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

  /** The server's spelling: one blank after a comma, and around the sign of an enum's value. */
  String canonical() {
    if (arguments.isEmpty()) {
      return name;
    }
    boolean named = NAMED.contains(name);
    return name
        + arguments.stream()
            .map(argument -> named ? element(argument).canonical() : argument(argument))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String argument(String argument) {
    Matcher limit = LIMIT.matcher(argument);
    if (limit.matches()) {
      return limit.group(1) + "=" + limit.group(2);
    }
    return isLiteral(argument) ? literal(argument) : ColumnTypes.spelled(argument);
  }

  /** An argument of Tuple or Nested: a type, with a name before it or without one. */
  static Element element(String argument) {
    Matcher matcher = ELEMENT.matcher(argument);
    return matcher.matches()
        ? new Element(matcher.group(1), matcher.group(2).strip())
        : new Element("", argument);
  }

  /**
   * @param name as written, with its quotes if it has any; empty if none
   * @param type its type's text
   */
  record Element(String name, String type) {
    private String canonical() {
      String spelled = ColumnTypes.spelled(type);
      return name.isEmpty() ? spelled : name + " " + spelled;
    }
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
