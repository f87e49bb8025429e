package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.container.ContainerExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The runner on the official image: a server that keeps users. */
class MigratorContainerTest extends MigratorContract {

  @RegisterExtension
  static final ContainerExtension CLICKHOUSE = ContainerExtension.of(Part.CLICKHOUSE);

  private static final String ACCESS_DENIED = "Code: 497.";
  private static final String READ_ONLY = "Code: 164.";
  private static final String WRONG_PASSWORD = "Code: 516.";

  @Override
  protected ClickHouseServer clickHouse() {
    return CLICKHOUSE.clickHouse();
  }

  @Override
  protected List<String> files() {
    return List.of(
        "V001__database_and_log.sql",
        "V002__normalized_events.sql",
        "V003__employee_metrics_hourly.sql",
        "V004__rejected_events.sql",
        "V005__reading_views.sql",
        "V006__users.sql",
        "V007__events_by_hour.sql",
        "V008__find_a_block.sql",
        "V009__room_on_the_disk.sql");
  }

  @Test
  void theWriterWritesItsDatabaseAndLooksAtTheServerAndAtNothingElse() throws Exception {
    new Migrator(database().settings()).migrate();
    assertThat(asWriter("CREATE TABLE DB.w (x Int8) ENGINE = MergeTree ORDER BY x")).isEmpty();
    assertThat(asWriter("INSERT INTO DB.w VALUES (1)")).isEmpty();
    assertThat(asWriter("OPTIMIZE TABLE DB.w FINAL")).isEmpty();
    assertThat(asWriter("SELECT x FROM DB.w")).isEqualTo("1\n");
    assertThat(asWriter("SELECT count() FROM system.parts WHERE database = 'DB' AND table = 'w'"))
        .isNotEqualTo("0\n");
    assertThat(asWriter("ALTER TABLE DB.w ADD COLUMN y Int8")).isEmpty();
    assertThat(asWriter("DROP TABLE DB.w SYNC")).isEmpty();

    assertThat(asWriter("CREATE TABLE default.w (x Int8) ENGINE = Memory")).contains(ACCESS_DENIED);
    assertThat(asWriter("CREATE USER other")).contains(ACCESS_DENIED);
  }

  @Test
  void theAnalystReadsItsDatabaseAndChangesNothing() throws Exception {
    new Migrator(database().settings()).migrate();
    assertThat(asAnalyst("SELECT count() FROM DB.v_events")).isEqualTo("0\n");
    assertThat(asAnalyst("SELECT count() FROM DB.v_events_by_hour")).isEqualTo("0\n");
    assertThat(asAnalyst("SHOW TABLES FROM " + database().settings().database()))
        .contains("v_events\n");

    for (String statement :
        List.of(
            "INSERT INTO DB.schema_migrations VALUES (99, 'x', 'x', now64(3))",
            "DROP TABLE DB.normalized_events",
            "SELECT 1 SETTINGS max_result_rows = 7",
            "CREATE TABLE default.a (x Int8) ENGINE = Memory",
            "SELECT * FROM system.users")) {
      assertThat(asAnalyst(statement)).as(statement).containsAnyOf(ACCESS_DENIED, READ_ONLY);
    }
  }

  @Test
  void aUserThatIsThereKeepsItsPasswordAndGetsTheNextDatabase() throws Exception {
    new Migrator(database().settings()).migrate();
    MigrationSettings all = database().settings();
    try (TestDatabase next = new TestDatabase(clickHouse())) {
      MigrationSettings others =
          new MigrationSettings(
              all.endpoint(),
              all.user(),
              all.password(),
              next.settings().database(),
              "another",
              "another",
              all.statementTimeout());
      new Migrator(others).migrate();
      String sql = "SELECT count() FROM " + next.settings().database() + ".v_events";
      assertThat(asAnalyst(sql)).isEqualTo("0\n");
      assertThat(as(MigrationSettings.ANALYST, "another", sql)).contains(WRONG_PASSWORD);
    }
  }

  private String asWriter(String sql) throws IOException, InterruptedException {
    return as(MigrationSettings.WRITER, database().settings().writerPassword(), sql);
  }

  private String asAnalyst(String sql) throws IOException, InterruptedException {
    return as(MigrationSettings.ANALYST, database().settings().analystPassword(), sql);
  }

  /** The server's answer as it is, whatever a client would add to the request. */
  private String as(String user, String password, String sql)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(clickHouse().httpUrl()))
            .timeout(Duration.ofSeconds(60))
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .POST(BodyPublishers.ofString(database().named(sql)))
            .build();
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request, BodyHandlers.ofString())
        .body();
  }
}
