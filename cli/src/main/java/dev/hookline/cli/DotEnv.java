package dev.hookline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code .env} as docker-compose reads it: {@code NAME=value} in lines, comments, quotes.
 * References to other variables are left as they are.
 */
final class DotEnv {

  /** A line of something else, such as a comment, is passed over: docker-compose warns of it. */
  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "^[^\\S\\n]*+(?:export[^\\S\\n]++)?(?<name>[^=#\\s'\"]++)[^\\S\\n]*+=[^\\S\\n]*+"
              + "(?:(?:'(?<single>[^']*+)'"
              + "|\"(?<double>[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\")[^\\S\\n]*+(?:#[^\\n]*+)?$"
              + "|(?<plain>[^\\n]*+))",
          Pattern.MULTILINE | Pattern.UNIX_LINES);

  private static final Pattern COMMENT = Pattern.compile("\\s#.*");
  private static final Pattern ESCAPE = Pattern.compile("\\\\([\\\\'\"nrt])");

  private DotEnv() {}

  /**
   * Reads a file.
   *
   * @param file need not exist
   * @return name to value; of a name that comes again the last
   * @throws CliFailure when it cannot be read, or naming the variable whose quotes do not close
   */
  static Map<String, String> read(Path file) {
    if (Files.isDirectory(file)) {
      throw CliFailure.undecided(
          file + " is a folder: remove it, then './prepare' beside it makes the file");
    }
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw CliFailure.undecided(file + " cannot be read: " + e, e);
    } catch (IllegalArgumentException e) {
      throw CliFailure.undecided(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a text.
   *
   * @param text of such a file
   * @return as {@link #read}
   * @throws IllegalArgumentException naming the variable whose quotes do not close
   */
  static Map<String, String> parse(String text) {
    String lines = text.replace("\r\n", "\n");
    // editors of some systems mark UTF-8 by a character ahead
    Matcher matcher = ASSIGNMENT.matcher(lines.startsWith("\uFEFF") ? lines.substring(1) : lines);
    Map<String, String> variables = new HashMap<>();
    while (matcher.find()) {
      variables.put(matcher.group("name"), value(matcher));
    }
    return variables;
  }

  private static String value(Matcher matcher) {
    if (matcher.group("single") != null) {
      return matcher.group("single");
    }
    if (matcher.group("double") != null) {
      return ESCAPE.matcher(matcher.group("double")).replaceAll(DotEnv::unescaped);
    }
    String plain = matcher.group("plain");
    if (plain.startsWith("'") || plain.startsWith("\"")) {
      // read as something else it would be a wrong address or password, found out much later
      throw new IllegalArgumentException(
          "the value of "
              + matcher.group("name")
              + " begins with a quote and does not end with it");
    }
    return COMMENT.matcher(plain).replaceFirst("").strip();
  }

  private static String unescaped(MatchResult escape) {
    return switch (escape.group(1)) {
      case "n" -> "\n";
      case "r" -> "\r";
      case "t" -> "\t";
      default -> Matcher.quoteReplacement(escape.group(1));
    };
  }
}
