package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.schema.MigrationSettings;
import java.net.URI;
import java.util.Map;

/**
 * ClickHouse's users. The passwords come from the environment, as in the job's configuration; the
 * defaults are public and meant for loopback.
 *
 * @param writerPassword of {@code hookline_writer}; never printed
 * @param analystPassword of {@code hookline_analyst}; never printed
 * @param migrationUser who runs the migrations; on a server that keeps users, one who may make them
 * @param migrationPassword of that user; never printed
 */
public record Credentials(
    String writerPassword, String analystPassword, String migrationUser, String migrationPassword) {

  /** Holds the writer's password. */
  static final String WRITER_VARIABLE = "HOOKLINE_WRITER_PASSWORD";

  /** Holds the analyst's password. */
  static final String ANALYST_VARIABLE = "HOOKLINE_ANALYST_PASSWORD";

  private static final String MIGRATION_USER_VARIABLE = "HOOKLINE_MIGRATION_USER";
  private static final String MIGRATION_PASSWORD_VARIABLE = "HOOKLINE_MIGRATION_PASSWORD";

  /**
   * Reads them.
   *
   * @param environment {@code HOOKLINE_WRITER_PASSWORD}, {@code HOOKLINE_ANALYST_PASSWORD}, and
   *     {@code HOOKLINE_MIGRATION_USER} with {@code HOOKLINE_MIGRATION_PASSWORD}: the writer
   *     migrates unless they are set
   * @return never null
   * @throws CliFailure when a user is to migrate whose password is not set
   */
  public static Credentials of(Map<String, String> environment) {
    String writerPassword = environment.getOrDefault(WRITER_VARIABLE, "demo-writer-password");
    String migrationUser = environment.getOrDefault(MIGRATION_USER_VARIABLE, "").strip();
    String migrationPassword = environment.getOrDefault(MIGRATION_PASSWORD_VARIABLE, "");
    if (migrationUser.isEmpty() != migrationPassword.isEmpty()) {
      throw CliFailure.undecided(
          MIGRATION_USER_VARIABLE
              + " and "
              + MIGRATION_PASSWORD_VARIABLE
              + " belong together, and only one of them is set: set both, or neither for the writer"
              + " to migrate");
    }
    return new Credentials(
        writerPassword,
        environment.getOrDefault(ANALYST_VARIABLE, "demo-analyst-password"),
        migrationUser.isEmpty() ? MigrationSettings.WRITER : migrationUser,
        migrationUser.isEmpty() ? writerPassword : migrationPassword);
  }

  /**
   * A client that can read the analysts' views and nothing else.
   *
   * @param endpoints where ClickHouse is
   * @return a client; nothing is asked yet
   */
  public ClickHouseHttp analyst(Endpoints endpoints) {
    return new ClickHouseHttp(
        endpoints.uri(Part.CLICKHOUSE),
        MigrationSettings.ANALYST,
        analystPassword,
        MigrationSettings.DEFAULT_DATABASE);
  }

  /** What the migrations run with; the writer and the analyst are made with their own passwords. */
  MigrationSettings migration(URI clickHouse) {
    return new MigrationSettings(
        clickHouse,
        migrationUser,
        migrationPassword,
        MigrationSettings.DEFAULT_DATABASE,
        writerPassword,
        analystPassword,
        MigrationSettings.DEFAULT_STATEMENT_TIMEOUT);
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
