package dev.hookline.sink.clickhouse.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.check.ServerFacts.Setting;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each thing that a table may lack, on the real engine, and the ALTER that the message offers. */
class TargetCheckTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema SCHEMA =
      TableSchema.of(Column.of("id", "String"), Column.of("at", "DateTime64(3,'UTC')"));
  private static final RetryBudget SHORT =
      new RetryBudget(Duration.ofMillis(300), Duration.ofMillis(20), Duration.ofMillis(50));
  private static final AtomicInteger TABLES = new AtomicInteger();

  private static TestServer server;

  private final String table = "t" + TABLES.incrementAndGet();

  @BeforeAll
  static void database() {
    server = new TestServer(STACK.clickHouse());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void takesATableThatKeepsThePromiseAndLearnsWhatTheServerKnows() throws Exception {
    create("id String, at DateTime64(3, 'UTC'), more UInt8, ingest_block UUID", "toYYYYMM(at)", 5);

    TargetCheck.Facts facts = check(SCHEMA, "toYYYYMM(at)");

    assertThat(facts.version()).matches("\\d+\\.\\d+\\..*");
    assertThat(facts.knows("deduplicate_insert")).isTrue();
    assertThat(facts.knows("insert_deduplication_token")).isTrue();
    assertThat(facts.knows("no_such_setting")).isFalse();
  }

  @Test
  void refusesATableThatIsNotThere() {
    assertThat(problems(SCHEMA, ""))
        .singleElement()
        .asString()
        .contains("does not exist", "create it, or GRANT SHOW, SELECT, INSERT ON " + name());
  }

  @Test
  void refusesATableWithoutTheBlocksColumn() {
    create("id String, at DateTime64(3, 'UTC')", "", 5);

    assertThat(mended(SCHEMA, ""))
        .isEqualTo(
            "column 'ingest_block' is missing: ALTER TABLE "
                + name()
                + " ADD COLUMN `ingest_block` UUID");
  }

  @Test
  void refusesAColumnThatIsMissing() {
    create("id String, ingest_block UUID", "", 5);

    assertThat(mended(SCHEMA, ""))
        .isEqualTo(
            "column 'at' is missing: ALTER TABLE "
                + name()
                + " ADD COLUMN `at` DateTime64(3, 'UTC')");
  }

  @Test
  void refusesAColumnOfAnotherType() {
    create("id String, at DateTime64(6, 'UTC'), ingest_block UUID", "", 5);

    assertThat(mended(SCHEMA, ""))
        .isEqualTo(
            "column 'at' is DateTime64(6, 'UTC') and the sink writes DateTime64(3, 'UTC'): change"
                + " the sink's schema, or mend the table: ALTER TABLE "
                + name()
                + " MODIFY COLUMN `at` DateTime64(3, 'UTC')");
  }

  @Test
  void refusesAColumnThatTakesNoValue() {
    create("id String, at DateTime64(3, 'UTC') MATERIALIZED now64(3), ingest_block UUID", "", 5);

    assertThat(problems(SCHEMA, ""))
        .containsExactly(
            "column 'at' is MATERIALIZED and takes no value: leave it out of the sink's schema");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Memory", "Log", "Null"})
  void refusesAnEngineThatRemembersNoBlock(String engine) {
    server.run(
        "CREATE TABLE "
            + name()
            + " (id String, at DateTime64(3, 'UTC'), ingest_block UUID) ENGINE = "
            + engine);

    assertThat(problems(SCHEMA, ""))
        .containsExactly(
            "its engine is "
                + engine
                + ", which remembers no block: the sink writes into the MergeTree family only");
  }

  @Test
  void refusesATableWithoutADeduplicationWindow() {
    create("id String, at DateTime64(3, 'UTC'), ingest_block UUID", "", 0);

    assertThat(mended(SCHEMA, ""))
        .isEqualTo(
            "non_replicated_deduplication_window is 0, so the server would not drop a block that"
                + " is sent again: ALTER TABLE "
                + name()
                + " MODIFY SETTING non_replicated_deduplication_window = 10000");
  }

  @Test
  void refusesAnotherPartitionKeyAndSaysTheRightOne() {
    create("id String, at DateTime64(3, 'UTC'), ingest_block UUID", "toYYYYMM(at)", 5);

    assertThat(problems(SCHEMA, ""))
        .containsExactly(
            "its partition key is 'toYYYYMM(at)' and the sink was told none: a block must stay"
                + " inside one partition, so say partitionedBy(\"toYYYYMM(at)\", …)");
    assertThat(problems(SCHEMA, "toYYYYMMDD(at)"))
        .singleElement()
        .asString()
        .contains("the sink was told 'toYYYYMMDD(at)'");
  }

  @Test
  void refusesAPartitionKeyWhereTheTableHasNone() {
    create("id String, at DateTime64(3, 'UTC'), ingest_block UUID", "", 5);

    assertThat(problems(SCHEMA, "toYYYYMM(at)"))
        .singleElement()
        .asString()
        .contains("its partition key is none", "so say unpartitioned()");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "toYYYYMM(at)          | toYYYYMM( at )",
        "toYYYYMM(at)          | toYYYYMM(`at`)",
        "(toYYYYMM(at), id)    | (toYYYYMM(at),id)",
        "(toYYYYMM(at), id)    | tuple(toYYYYMM(at), id)",
        "tuple()               | ''"
      })
  void comparesPartitionKeysByMeaningAndNotByBlanks(String declared, String told) throws Exception {
    create("id String, at DateTime64(3, 'UTC'), ingest_block UUID", declared, 5);

    assertThat(check(SCHEMA, told).version()).isNotEmpty();
  }

  @Test
  void namesEverythingThatIsWrongAtOnce() {
    create("id UInt8", "", 0);

    assertThat(problems(SCHEMA, "id")).hasSize(5);
    assertThatThrownBy(() -> check(SCHEMA, "id"))
        .hasMessageStartingWith("table " + name() + " cannot be written as promised: column 'id'");
  }

  @Test
  void refusesAnOldServer() {
    assertThat(problems("25.7.9.1", Map.of()))
        .containsExactly("the server is of version 25.7.9.1, older than 25.8: upgrade it");
    assertThat(problems("24.12.1.1", Map.of())).hasSize(1);
    assertThat(problems("25.8.1.1", Map.of())).isEmpty();
    assertThat(problems("26.1.1.1", Map.of())).isEmpty();
    assertThat(problems("head", Map.of()))
        .containsExactly("the server's version 'head' is not understood");
  }

  /** The embedded engine has no profiles beside the read-only one, so these are told to it. */
  @Test
  void refusesAProfileThatHoldsOrBoundsASettingOfTheGuarantee() {
    assertThat(problems("26.1.1.1", Map.of("async_insert", new Setting("1", true, "", ""))))
        .containsExactly(
            "the user's profile does not let the sink set 'async_insert' to 0: take readonly or the"
                + " constraint on it out of the profile (ALTER SETTINGS PROFILE … MODIFY SETTINGS"
                + " async_insert WRITABLE)");
    assertThat(problems("26.1.1.1", Map.of("async_insert", new Setting("0", true, "", ""))))
        .isEmpty();
    assertThat(
            problems(
                "26.1.1.1",
                Map.of("max_insert_block_size", new Setting("1000", false, "", "65536"))))
        .singleElement()
        .asString()
        .contains("does not let the sink set 'max_insert_block_size' to 1048449");
    assertThat(
            problems(
                "26.1.1.1",
                Map.of("materialized_views_ignore_errors", new Setting("1", false, "", ""))))
        .containsExactly(
            "the user's profile sets 'materialized_views_ignore_errors' to 1, and an answer must"
                + " mean that the rows are in the table: ALTER SETTINGS PROFILE … MODIFY SETTINGS"
                + " materialized_views_ignore_errors = 0");
  }

  private static List<String> problems(String version, Map<String, Setting> settings) {
    return new ServerFacts(version, settings).problems().stream().map(Problem::toString).toList();
  }

  @Test
  void refusesAUserWhoseProfileFixesASettingOfTheGuarantee() {
    create("id String, at DateTime64(3, 'UTC'), ingest_block UUID", "", 5);
    Connection analyst =
        connection(
            "hookline_analyst", STACK.clickHouse().analystPassword(), STACK.clickHouse().port());

    assertThatThrownBy(() -> check(SCHEMA, "", analyst))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("the user's profile does not let the sink set 'async_insert' to 0")
        .hasMessageContaining("SETTINGS async_insert WRITABLE");
  }

  @Test
  void namesAWrongPasswordAtOnce() {
    Connection wrong = connection("hookline_writer", "wrong", STACK.clickHouse().port());

    assertThatThrownBy(() -> check(SCHEMA, "", wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be looked at (MISCONFIGURED, code 516)");
  }

  @Test
  void waitsForAServerThatIsAwayAndThenNamesTheBudget() {
    Connection nobody = connection("hookline_writer", "x", 1);
    long begun = System.nanoTime();

    assertThatThrownBy(() -> check(SCHEMA, "", nobody))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name() + " could not be looked at within a retryBudget of 300 ms");

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  private String name() {
    return server.database() + "." + table;
  }

  private void create(String columns, String partition, int window) {
    server.run(
        "CREATE TABLE "
            + name()
            + " ("
            + columns
            + ") ENGINE = MergeTree"
            + (partition.isEmpty() ? "" : " PARTITION BY " + partition)
            + " ORDER BY tuple() SETTINGS non_replicated_deduplication_window = "
            + window);
  }

  private List<String> problems(TableSchema schema, String partition) {
    TargetRefusedException refused =
        catchThrowableOfType(TargetRefusedException.class, () -> check(schema, partition));
    assertThat(refused).as("the check refuses").isNotNull();
    assertThat(refused).hasMessageContaining("table " + name() + " cannot be written as promised");
    return refused.problems();
  }

  /** The one problem, after its own ALTER was run and the check then passed. */
  private String mended(TableSchema schema, String partition) {
    List<String> problems = problems(schema, partition);
    assertThat(problems).hasSize(1);
    String problem = problems.get(0);
    server.run(problem.substring(problem.indexOf("ALTER TABLE")));
    try {
      check(schema, partition);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("the ALTER did not mend it", e);
    }
    return problem;
  }

  private TargetCheck.Facts check(TableSchema schema, String partition)
      throws IOException, InterruptedException {
    return check(
        schema,
        partition,
        connection(
            "hookline_writer", STACK.clickHouse().writerPassword(), STACK.clickHouse().port()));
  }

  private TargetCheck.Facts check(TableSchema schema, String partition, Connection connection)
      throws IOException, InterruptedException {
    Target target = server.target(table, schema, partition);
    try (ServerConnection open = new ServerConnection(connection, target)) {
      return new TargetCheck(open, target, DeliveryMode.AT_LEAST_ONCE, SHORT, Pause.real()).run();
    }
  }

  private static Connection connection(String user, String password, int port) {
    return new Connection(
        URI.create("http://127.0.0.1:" + port),
        user,
        new Secret(password),
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Map.of());
  }
}
