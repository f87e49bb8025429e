package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.schema.MigrationException;
import dev.hookline.schema.MigrationReport;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Brings ClickHouse's schema and Kafka's topics to this release; doing it again changes nothing.
 */
public final class Migrations {

  private Migrations() {}

  /**
   * Applies what is missing: the schema first, so that no record waits for a table.
   *
   * @param endpoints where ClickHouse and Kafka are
   * @param credentials who runs the migrations, and the passwords of the users that they make
   * @param warn told what was left as it is and a person should know, one line each
   * @return what was done, one line each; empty when nothing was to do
   * @throws CliFailure naming what refused, and why
   */
  public static List<String> apply(
      Endpoints endpoints, Credentials credentials, Consumer<String> warn) {
    List<String> done = new ArrayList<>();
    MigrationSettings settings = credentials.migration(endpoints.uri(Part.CLICKHOUSE));
    try {
      MigrationReport report = new Migrator(settings).migrate();
      for (String file : report.applied()) {
        done.add("applied " + file + " to " + report.database());
      }
    } catch (MigrationException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
    done.addAll(TopicSetup.apply(endpoints.of(Part.KAFKA), endpoints.kafkaAccess(), warn));
    return done;
  }
}
