package dev.hookline.cli.stack;

import dev.hookline.schema.MigrationSettings;
import java.util.Map;

/**
 * ClickHouse's two users. The passwords come from the environment, as in the job's configuration;
 * the defaults are public and meant for loopback.
 *
 * @param writerPassword of {@code hookline_writer}; never printed
 * @param analystPassword of {@code hookline_analyst}; never printed
 */
public record Credentials(String writerPassword, String analystPassword) {

  /** Holds the writer's password. */
  static final String WRITER_VARIABLE = "HOOKLINE_WRITER_PASSWORD";

  /** Holds the analyst's password. */
  static final String ANALYST_VARIABLE = "HOOKLINE_ANALYST_PASSWORD";

  /**
   * Reads them.
   *
   * @param environment {@code HOOKLINE_WRITER_PASSWORD}, {@code HOOKLINE_ANALYST_PASSWORD}
   * @return never null
   */
  public static Credentials of(Map<String, String> environment) {
    return new Credentials(
        environment.getOrDefault(WRITER_VARIABLE, "demo-writer-password"),
        environment.getOrDefault(ANALYST_VARIABLE, "demo-analyst-password"));
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

  /** Without the passwords. */
  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
