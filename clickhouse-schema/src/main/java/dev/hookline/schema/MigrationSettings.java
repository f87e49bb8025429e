package dev.hookline.schema;

import dev.hookline.schema.internal.SqlTemplate;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * Where and as whom to migrate.
 *
 * @param endpoint the server's HTTP interface, such as {@code http://127.0.0.1:8123}
 * @param user who may create databases, tables and, where the server keeps users, users
 * @param password of that user; never printed
 * @param database the database to create and fill: a letter or underscore, then letters, digits and
 *     underscores
 * @param writerPassword for the user hookline_writer, where it is created
 * @param analystPassword for the user hookline_analyst, where it is created
 * @param statementTimeout the longest that one statement may take, at least one millisecond
 */
public record MigrationSettings(
    URI endpoint,
    String user,
    String password,
    String database,
    String writerPassword,
    String analystPassword,
    Duration statementTimeout) {

  /** The database unless another is asked for. */
  public static final String DEFAULT_DATABASE = "hookline";

  /** The user that writes, and its password in the demo. */
  public static final String WRITER = "hookline_writer";

  /** The user that reads. */
  public static final String ANALYST = "hookline_analyst";

  /**
   * How long one statement may take unless said otherwise. One fills a table from all rows of
   * another, at some two million rows a second.
   */
  public static final Duration DEFAULT_STATEMENT_TIMEOUT = Duration.ofMinutes(10);

  /**
   * Checks each part.
   *
   * @throws IllegalArgumentException naming the part and what it must be
   * @throws NullPointerException when a part is null
   */
  public MigrationSettings {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(writerPassword, "writerPassword");
    Objects.requireNonNull(analystPassword, "analystPassword");
    SqlTemplate.checkIdentifier("database", database);
    if (statementTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "statementTimeout must be at least 1 ms; got " + statementTimeout);
    }
  }

  /**
   * Settings for the database {@code hookline}, with the running user's password for the writer.
   *
   * @param endpoint the server's HTTP interface
   * @param user who runs the migrations
   * @param password of that user
   * @param analystPassword for the user hookline_analyst, where it is created
   * @return never null
   */
  public static MigrationSettings of(
      URI endpoint, String user, String password, String analystPassword) {
    return new MigrationSettings(
        endpoint,
        user,
        password,
        DEFAULT_DATABASE,
        password,
        analystPassword,
        DEFAULT_STATEMENT_TIMEOUT);
  }

  /**
   * The same for another database.
   *
   * @param name the database
   * @return never null
   */
  public MigrationSettings withDatabase(String name) {
    return new MigrationSettings(
        endpoint, user, password, name, writerPassword, analystPassword, statementTimeout);
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "MigrationSettings[" + endpoint + ", user " + user + ", database " + database + "]";
  }
}
