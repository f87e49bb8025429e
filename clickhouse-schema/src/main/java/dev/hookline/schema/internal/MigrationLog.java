package dev.hookline.schema.internal;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.schema.Migration;
import dev.hookline.schema.MigrationException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table {@code schema_migrations}: what was applied, with the checksum it had then. */
public final class MigrationLog {

  /**
   * One line of the log.
   *
   * @param version the migration's number
   * @param name its name at that time
   * @param checksum its checksum at that time
   */
  public record Entry(int version, String name, String checksum) {}

  private final SchemaServer server;
  private final SqlTemplate template;
  private final Clock clock;

  /**
   * Opens the log.
   *
   * @param server where it is
   * @param template knows the database
   * @param clock for applied_at
   */
  public MigrationLog(SchemaServer server, SqlTemplate template, Clock clock) {
    this.server = server;
    this.template = template;
    this.clock = clock;
  }

  /**
   * Reads the log.
   *
   * @return by version; empty when there is no table yet
   * @throws MigrationException when two records of one version differ
   */
  public Map<Integer, Entry> read() {
    Map<Integer, Entry> entries = new LinkedHashMap<>();
    if (!exists()) {
      return entries;
    }
    String sql =
        "SELECT version, name, checksum FROM ${database}.schema_migrations FINAL"
            + " ORDER BY version, applied_at";
    for (GenericRecord row : server.query(template.fill(sql), "reading schema_migrations")) {
      Entry entry =
          new Entry(row.getInteger("version"), row.getString("name"), row.getString("checksum"));
      Entry other = entries.putIfAbsent(entry.version(), entry);
      if (other != null) {
        throw new MigrationException(
            String.format(
                "schema_migrations holds version %d twice with different files: %s (checksum %s)"
                    + " and %s (checksum %s). Two releases migrated this database; find out which"
                    + " one is right and delete the other's record",
                entry.version(), other.name(), other.checksum(), entry.name(), entry.checksum()));
      }
    }
    return entries;
  }

  /**
   * Records a migration whose statements have all run.
   *
   * @param migration the one
   */
  public void record(Migration migration) {
    SqlTemplate values =
        new SqlTemplate().text("name", migration.name()).text("checksum", migration.checksum());
    String row =
        values.fill(
            "("
                + migration.version()
                + ", ${name}, ${checksum}, fromUnixTimestamp64Milli("
                + clock.millis()
                + ", 'UTC'))");
    String sql =
        template.fill(
            "INSERT INTO ${database}.schema_migrations (version, name, checksum, applied_at)"
                + " SETTINGS async_insert = 0 VALUES ");
    server.execute(sql + row, "recording " + migration.fileName());
  }

  private boolean exists() {
    String sql = "SELECT count() AS n FROM system.tables WHERE database = '${database}'";
    return server
            .query(
                template.fill(sql + " AND name = 'schema_migrations'"),
                "looking for schema_migrations")
            .get(0)
            .getLong("n")
        > 0;
  }
}
