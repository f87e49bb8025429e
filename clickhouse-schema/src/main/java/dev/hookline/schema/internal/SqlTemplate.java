package dev.hookline.schema.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills {@code ${name}} in SQL text: identifiers are checked, texts are quoted. */
public final class SqlTemplate {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([a-z_]+)}");
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Checks a name that is put into SQL as it is.
   *
   * @param field the setting's name, for the message
   * @param value may be null
   * @throws IllegalArgumentException naming the field and what it may be
   */
  public static void checkIdentifier(String field, String value) {
    if (value == null || !IDENTIFIER.matcher(value).matches()) {
      throw new IllegalArgumentException(
          field
              + " must be 1 to 63 letters, digits and underscores, not starting with a digit; got '"
              + value
              + "'");
    }
  }

  /**
   * Fills a placeholder with a name.
   *
   * @param name the placeholder's name
   * @param value an identifier
   * @return this
   * @throws IllegalArgumentException when it is not one
   */
  public SqlTemplate identifier(String name, String value) {
    checkIdentifier(name, value);
    values.put(name, value);
    return this;
  }

  /**
   * Fills a placeholder with a quoted text.
   *
   * @param name the placeholder's name
   * @param value any text
   * @return this
   */
  public SqlTemplate text(String name, String value) {
    values.put(name, "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'");
    return this;
  }

  /**
   * Fills a placeholder with SQL that the caller has made from numbers and names of its own.
   *
   * @param name the placeholder's name
   * @param sql trusted SQL
   * @return this
   */
  public SqlTemplate sql(String name, String sql) {
    values.put(name, sql);
    return this;
  }

  /**
   * Fills in a text.
   *
   * @param sql text with placeholders
   * @return the text without
   * @throws IllegalArgumentException naming a placeholder that has no value
   */
  public String fill(String sql) {
    return PLACEHOLDER
        .matcher(sql)
        .replaceAll(
            match -> {
              String value = values.get(match.group(1));
              if (value == null) {
                throw new IllegalArgumentException("no value for the placeholder " + match.group());
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
