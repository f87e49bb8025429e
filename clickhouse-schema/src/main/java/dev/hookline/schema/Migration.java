package dev.hookline.schema;

import dev.hookline.schema.internal.Sha256;
import dev.hookline.schema.internal.SqlStatements;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered SQL file.
 *
 * @param version the number in its name, from 1
 * @param name what stands between the number and {@code .sql}, such as {@code normalized_events}
 * @param sql its text with line feeds only; placeholders are not filled in
 */
public record Migration(int version, String name, String sql) {

  private static final Pattern FILE_NAME =
      Pattern.compile("V(\\d{3})__([a-z0-9]+(?:_[a-z0-9]+)*)\\.sql");
  private static final Pattern NEEDS_USERS = Pattern.compile("\\A-- hookline: needs users\\n");

  /**
   * Reads a file's name and text.
   *
   * @param fileName such as {@code V002__normalized_events.sql}
   * @param sql the file's text
   * @return the migration
   * @throws IllegalArgumentException when the name has another form
   */
  public static Migration of(String fileName, String sql) {
    Matcher matcher = FILE_NAME.matcher(fileName);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a migration is named as V001__some_words.sql; got '" + fileName + "'");
    }
    // a checkout may have changed the line ends, which must not look like a changed file
    return new Migration(
        Integer.parseInt(matcher.group(1)), matcher.group(2), sql.replace("\r\n", "\n"));
  }

  /**
   * The file's name.
   *
   * @return such as {@code V002__normalized_events.sql}
   */
  public String fileName() {
    return String.format("V%03d__%s.sql", version, name);
  }

  /**
   * SHA-256 of the text as shipped, so that it is the same for every database and password.
   *
   * @return 64 lower-case hex digits
   */
  public String checksum() {
    return Sha256.hex(sql);
  }

  /**
   * Whether it only makes sense where the server keeps users: its first line says so.
   *
   * @return true when it is left out elsewhere
   */
  public boolean needsUsers() {
    return NEEDS_USERS.matcher(sql).find();
  }

  /**
   * Its statements in order; placeholders are not filled in.
   *
   * @return at least one
   * @throws IllegalArgumentException naming the file, when a quote or comment does not end or there
   *     is no statement
   */
  public List<String> statements() {
    try {
      List<String> statements = SqlStatements.split(sql);
      if (statements.isEmpty()) {
        throw new IllegalArgumentException("there is no statement in it");
      }
      return statements;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(fileName() + ": " + e.getMessage(), e);
    }
  }
}
