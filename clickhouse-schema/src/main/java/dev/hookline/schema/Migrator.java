package dev.hookline.schema;

import dev.hookline.schema.internal.MigrationFiles;
import dev.hookline.schema.internal.MigrationLog;
import dev.hookline.schema.internal.SchemaServer;
import dev.hookline.schema.internal.Sha256;
import dev.hookline.schema.internal.SqlTemplate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a database to this release's schema.
 *
 * <p>A migration is recorded when all of its statements have run, and each statement may run twice;
 * so one that died half-way is run again from its beginning, and two runners at once do the same
 * thing twice. Nothing is applied when the database does not fit the files: a file that was changed
 * after it had been applied, one that is missing, or one that was put in before those applied.
 */
public final class Migrator {

  private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);

  private final MigrationSettings settings;
  private final List<Migration> migrations;
  private final Clock clock;

  /**
   * A migrator with the files of this release.
   *
   * @param settings where and as whom
   */
  public Migrator(MigrationSettings settings) {
    this(settings, MigrationFiles.all(), Clock.systemUTC());
  }

  /**
   * A migrator with files of one's own.
   *
   * @param settings where and as whom
   * @param migrations by version, ascending
   * @param clock for applied_at
   */
  Migrator(MigrationSettings settings, List<Migration> migrations, Clock clock) {
    this.settings = settings;
    this.migrations = List.copyOf(migrations);
    this.clock = clock;
  }

  /**
   * Applies what is missing.
   *
   * @return what was done
   * @throws MigrationException when the database does not fit the files, the server refuses a
   *     statement, or does not answer within the bound
   */
  public MigrationReport migrate() {
    SqlTemplate template =
        new SqlTemplate()
            .identifier("database", settings.database())
            .text("writer_password_sha256", Sha256.hex(settings.writerPassword()))
            .text("analyst_password_sha256", Sha256.hex(settings.analystPassword()));
    try (SchemaServer server = new SchemaServer(settings)) {
      MigrationLog log = new MigrationLog(server, template, clock);
      Map<Integer, MigrationLog.Entry> applied = log.read();
      checkFits(applied);
      List<String> now = new ArrayList<>();
      List<String> before = new ArrayList<>();
      List<MigrationReport.Skipped> skipped = new ArrayList<>();
      for (Migration migration : migrations) {
        if (applied.containsKey(migration.version())) {
          before.add(migration.fileName());
        } else if (migration.needsUsers() && !keepsUsers(server)) {
          skipped.add(
              new MigrationReport.Skipped(
                  migration.fileName(), "this server keeps no users of its own"));
          LOG.info("{} left out: this server keeps no users of its own", migration.fileName());
        } else {
          apply(server, template, migration);
          log.record(migration);
          now.add(migration.fileName());
          LOG.info("{} applied to {}", migration.fileName(), settings.database());
        }
      }
      return new MigrationReport(settings.database(), now, before, skipped);
    }
  }

  private static void apply(SchemaServer server, SqlTemplate template, Migration migration) {
    int number = 0;
    for (String statement : migration.statements()) {
      number++;
      server.execute(template.fill(statement), migration.fileName() + ", statement " + number);
    }
  }

  /**
   * A server that keeps users has a directory it can write them to; the embedded engine has only
   * the fixed list of its configuration.
   */
  private static boolean keepsUsers(SchemaServer server) {
    String sql =
        "SELECT count() AS n FROM system.user_directories"
            + " WHERE type IN ('local_directory', 'replicated', 'memory')";
    return server.query(sql, "looking for user directories").get(0).getLong("n") > 0;
  }

  private void checkFits(Map<Integer, MigrationLog.Entry> applied) {
    int newest = applied.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    for (Migration migration : migrations) {
      MigrationLog.Entry entry = applied.get(migration.version());
      if (entry == null) {
        checkNotInTheMiddle(migration, newest);
      } else if (!entry.checksum().equals(migration.checksum())) {
        throw new MigrationException(
            String.format(
                "%s was changed after it had been applied to %s: it was applied as %s with checksum"
                    + " %s, the file now has %s. Put the file back as it was, and make the change"
                    + " in a migration with a new number",
                migration.fileName(),
                settings.database(),
                entry.name(),
                entry.checksum(),
                migration.checksum()));
      }
    }
    for (MigrationLog.Entry entry : applied.values()) {
      checkKnown(entry);
    }
  }

  private void checkNotInTheMiddle(Migration migration, int newest) {
    // one that needs users may have been left out by an earlier run
    if (migration.version() < newest && !migration.needsUsers()) {
      throw new MigrationException(
          String.format(
              "%s (checksum %s) was never applied to %s, which is already at version %d:"
                  + " migrations are only ever added at the end. Give it the next free number",
              migration.fileName(), migration.checksum(), settings.database(), newest));
    }
  }

  private void checkKnown(MigrationLog.Entry entry) {
    if (migrations.stream().noneMatch(m -> m.version() == entry.version())) {
      throw new MigrationException(
          String.format(
              "%s has version %d (%s, checksum %s), which this release does not have: it was"
                  + " migrated by a newer release, or the file is missing. Use that release, or put"
                  + " the file back",
              settings.database(), entry.version(), entry.name(), entry.checksum()));
    }
  }
}
