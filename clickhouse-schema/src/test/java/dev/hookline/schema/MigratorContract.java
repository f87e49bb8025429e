package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.schema.internal.MigrationFiles;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the runner does on a server, whether that keeps users or not. */
abstract class MigratorContract {

  protected static final Migration LOG = MigrationFiles.all().get(0);
  protected static final Migration TABLE =
      Migration.of(
          "V002__a.sql", "CREATE TABLE IF NOT EXISTS ${database}.a (x Int8) ENGINE = Memory;");
  private static final Migration LATER =
      Migration.of(
          "V003__b.sql", "CREATE TABLE IF NOT EXISTS ${database}.b (x Int8) ENGINE = Memory;");

  private TestDatabase database;

  /** The server that the class runs on. */
  protected abstract ClickHouseServer clickHouse();

  /** The names of all files that this server takes, in their order. */
  protected abstract List<String> files();

  /** The database of the test that runs. */
  protected final TestDatabase database() {
    return database;
  }

  @BeforeEach
  void makeName() {
    database = new TestDatabase(clickHouse());
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void applyingTwiceIsApplyingOnce() {
    MigrationReport first = new Migrator(database.settings()).migrate();
    List<String> recorded = recorded();
    MigrationReport second = new Migrator(database.settings()).migrate();

    assertThat(first.applied()).isEqualTo(files());
    assertThat(second.applied()).isEmpty();
    assertThat(second.alreadyApplied()).isEqualTo(first.applied());
    assertThat(recorded()).isEqualTo(recorded).hasSize(first.applied().size());
  }

  @Test
  void theRecordHoldsNumberNameAndChecksum() {
    database.migrate(List.of(LOG, TABLE));
    assertThat(recorded())
        .containsExactly("1 database_and_log " + LOG.checksum(), "2 a " + TABLE.checksum());
  }

  @Test
  void aFileThatWasChangedAfterwardsIsRefusedWithBothChecksums() {
    database.migrate(List.of(LOG, TABLE));
    Migration changed = Migration.of("V002__a.sql", TABLE.sql() + "-- a word\n");

    assertThatThrownBy(() -> database.migrate(List.of(LOG, changed, LATER)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("V002__a.sql was changed")
        .hasMessageContaining(TABLE.checksum())
        .hasMessageContaining(changed.checksum())
        .hasMessageContaining("new number");
    assertThat(tables()).as("nothing else was applied").doesNotContain("b");
  }

  @Test
  void aFileThatIsPutInTheMiddleIsRefused() {
    database.migrate(List.of(LOG, LATER));
    assertThatThrownBy(() -> database.migrate(List.of(LOG, TABLE, LATER)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("V002__a.sql")
        .hasMessageContaining("already at version 3");
    assertThat(tables()).doesNotContain("a");
  }

  @Test
  void aDatabaseOfANewerReleaseIsRefused() {
    database.migrate(List.of(LOG, TABLE, LATER));
    assertThatThrownBy(() -> database.migrate(List.of(LOG, TABLE)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("version 3 (b, checksum " + LATER.checksum());
  }

  @Test
  void oneThatDiedHalfWayIsRunAgainFromItsBeginning() {
    String good = "CREATE TABLE IF NOT EXISTS ${database}.half (x Int8) ENGINE = Memory;\n";
    Migration dies = Migration.of("V002__two.sql", good + "SELECT throwIf(1, 'died here');");
    assertThatThrownBy(() -> database.migrate(List.of(LOG, dies)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("V002__two.sql, statement 2")
        .hasMessageContaining("died here");
    assertThat(tables()).contains("half");
    assertThat(recorded()).hasSize(1);

    Migration whole = Migration.of("V002__two.sql", good + TABLE.sql());
    assertThat(database.migrate(List.of(LOG, whole)).applied()).containsExactly("V002__two.sql");
    assertThat(tables()).contains("half", "a");
  }

  @Test
  void twoAtOnceDoNoHarm() throws Exception {
    ExecutorService runners = Executors.newFixedThreadPool(3);
    try {
      Callable<MigrationReport> run = () -> new Migrator(database.settings()).migrate();
      List<Future<MigrationReport>> reports = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        reports.add(runners.submit(run));
      }
      for (Future<MigrationReport> report : reports) {
        MigrationReport done = report.get(60, TimeUnit.SECONDS);
        assertThat(done.applied().size() + done.alreadyApplied().size()).isEqualTo(files().size());
      }
    } finally {
      runners.shutdownNow();
    }
    assertThat(recorded()).hasSize(files().size());
    assertThat(new Migrator(database.settings()).migrate().applied()).isEmpty();
  }

  @Test
  void twoDifferentRecordsOfOneVersionAreRefused() {
    database.migrate(List.of(LOG, TABLE));
    database.run("INSERT INTO DB.schema_migrations VALUES (2, 'other', 'abc', now64(3))");
    assertThatThrownBy(() -> database.migrate(List.of(LOG, TABLE)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("version 2 twice")
        .hasMessageContaining("abc")
        .hasMessageContaining(TABLE.checksum());
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    MigrationSettings nowhere =
        MigrationSettings.of(URI.create("http://127.0.0.1:1"), "w", "p", "q");
    assertThatThrownBy(() -> new Migrator(nowhere).migrate())
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("no answer from ClickHouse at http://127.0.0.1:1");
  }

  /** The limit holds for reading the log before it too, which a busy machine may not do in time. */
  @Test
  void aStatementThatDoesNotEndIsGivenUpAndSaysThatARepeatIsSafe() {
    MigrationSettings all = database.settings();
    MigrationSettings hasty =
        new MigrationSettings(
            all.endpoint(),
            all.user(),
            all.password(),
            all.database(),
            all.writerPassword(),
            all.analystPassword(),
            Duration.ofMillis(700));
    Migration slow = Migration.of("V002__slow.sql", "SELECT sleepEachRow(1) FROM numbers(3);");
    database.migrate(List.of(LOG));
    Migrator migrator = new Migrator(hasty, List.of(LOG, slow), java.time.Clock.systemUTC());
    await("the slow statement to be reached and given up")
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThatThrownBy(migrator::migrate)
                    .isInstanceOf(MigrationException.class)
                    .hasMessageContaining("V002__slow.sql"));
    assertThat(recorded()).as("what was not finished is not recorded").hasSize(1);
  }

  @Test
  void aWrongPasswordIsSaidWithTheUser() {
    MigrationSettings wrong =
        MigrationSettings.of(
            database.settings().endpoint(), MigrationSettings.WRITER, "not-it", "q");
    assertThatThrownBy(() -> new Migrator(wrong).migrate())
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("for user hookline_writer")
        .hasMessageNotContaining("not-it");
  }

  protected final List<String> recorded() {
    return database.rows(
        "SELECT version, name, checksum FROM DB.schema_migrations FINAL ORDER BY version");
  }

  private List<String> tables() {
    return database.rows("SELECT name FROM system.tables WHERE database = 'DB'");
  }
}
