package dev.hookline.sink.clickhouse.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.block.TestBlocks;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What stands behind a table, on the real engine: the windows of every view's target, and in
 * EXACTLY_ONCE that nothing counts a block twice that comes again. Each statement of a refusal is
 * run, and then the table is taken.
 */
class ReplaySafetyTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema SCHEMA =
      TableSchema.of(Column.of("id", "String"), Column.of("at", "DateTime('UTC')"));
  private static final String WINDOW = " SETTINGS non_replicated_deduplication_window = 100";
  private static final String BASE =
      "CREATE TABLE $db.base (id String, at DateTime('UTC'), ingest_block UUID) ENGINE = ";
  private static final String SAFE_BASE =
      BASE + "ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY id" + WINDOW;
  private static final String SAFE_TARGET =
      "CREATE TABLE $db.%s (at DateTime('UTC'), n UInt64, ingest_block UUID) ENGINE ="
          + " ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (at, ingest_block)"
          + WINDOW;
  private static final String SAFE_VIEW =
      "CREATE MATERIALIZED VIEW $db.%s TO $db.%s AS SELECT toStartOfHour(at) AS at, count() AS n,"
          + " ingest_block FROM $db.base GROUP BY at, ingest_block";

  private TestServer server;

  @BeforeEach
  void database() {
    server = new TestServer(STACK.clickHouse());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void takesATargetKeyedByTheBlockAndCountsABlockThatTheWindowForgotOnce() throws Exception {
    server.run(SAFE_BASE.replace("window = 100", "window = 1"));
    server.run("SYSTEM STOP MERGES $db.base"); // one would leave a single copy of a row
    server.run(SAFE_TARGET.formatted("hours").replace("window = 100", "window = 1"));
    server.run(SAFE_VIEW.formatted("to_hours", "hours"));
    exactlyOnce().check();

    SealedBlock first = block("a", "b");
    insert(first);
    insert(block("c"));
    insert(first);

    assertThat(server.number("SELECT count() FROM $db.base"))
        .as("rows without FINAL: the window had forgotten the block")
        .isEqualTo(5);
    assertThat(server.number("SELECT count() FROM $db.base FINAL")).isEqualTo(3);
    assertThat(server.number("SELECT sum(n) FROM $db.hours FINAL")).isEqualTo(3);
  }

  @Test
  void refusesATableThatKeepsEveryCopyUnlessItsModeAllowsThem() throws Exception {
    server.run(BASE + "MergeTree PARTITION BY toYYYYMM(at) ORDER BY (id, at)" + WINDOW);
    server.run(SAFE_TARGET.formatted("hours"));
    server.run(SAFE_VIEW.formatted("to_hours", "hours"));
    assertThatCode(() -> atLeastOnce().check()).doesNotThrowAnyException();
    insert(block("a"));

    TargetRefusedException refused = exactlyOnce().mended();

    assertThat(refused.problems())
        .singleElement()
        .asString()
        .startsWith("its engine is MergeTree: in EXACTLY_ONCE")
        .contains(
            "Take AT_LEAST_ONCE, or, if ORDER BY (id, at) identifies a row, run: CREATE TABLE")
        .contains("ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (id, at)");
    insert(block("b"));
    assertThat(server.number("SELECT count() FROM $db.base FINAL")).isEqualTo(2);
    assertThat(server.number("SELECT sum(n) FROM $db.hours FINAL"))
        .as("the views are still behind the table that took the old one's name")
        .isEqualTo(2);
  }

  @Test
  void refusesATableInWhichNothingIdentifiesARow() throws Exception {
    server.run(BASE + "MergeTree PARTITION BY toYYYYMM(at) ORDER BY tuple()" + WINDOW);
    atLeastOnce().check();

    assertThat(exactlyOnce().refused().problems())
        .singleElement()
        .asString()
        .contains("it has no sorting key", "ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at)");
    server.run("DROP TABLE $db.base");
    server.run(BASE + "ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY tuple()" + WINDOW);
    assertThat(exactlyOnce().refused().problems()).hasSize(1);
  }

  /** The view that everybody writes first: it counts a block twice that is sent twice. */
  @Test
  void refusesANaiveViewAndWritesTheRightOne() throws Exception {
    server.run(SAFE_BASE);
    server.run(
        "CREATE TABLE $db.hours (at DateTime('UTC'), n UInt64) ENGINE = SummingMergeTree ORDER BY at"
            + WINDOW);
    server.run(
        "CREATE MATERIALIZED VIEW $db.to_hours TO $db.hours AS SELECT toStartOfHour(at) AS at,"
            + " count() AS n FROM $db.base WHERE notEmpty(id) GROUP BY at");
    atLeastOnce().check();
    insert(block("a", "b"));

    TargetRefusedException refused = exactlyOnce().mended();

    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains(
            "view " + server.database() + ".to_hours writes into " + server.database() + ".hours: ",
            "the view does not select ingest_block, its engine is SummingMergeTree and not"
                + " ReplacingMergeTree, its ORDER BY (at) lacks ingest_block",
            "counts twice",
            "MODIFY QUERY SELECT");
    SealedBlock more = block("c");
    insert(more);
    assertThat(server.number("SELECT sum(n) FROM $db.hours FINAL")).isEqualTo(3);
    assertThat(server.number("SELECT uniqExact(ingest_block) FROM $db.hours")).isEqualTo(2);
  }

  @Test
  void refusesAViewWithATableOfItsOwnAndWritesTheRightOne() throws Exception {
    server.run(SAFE_BASE);
    server.run(
        "CREATE MATERIALIZED VIEW $db.hours ENGINE = SummingMergeTree ORDER BY at"
            + WINDOW
            + " AS SELECT toStartOfHour(at) AS at, count() AS n FROM $db.base GROUP BY at");
    atLeastOnce().check();
    insert(block("a", "b"));

    TargetRefusedException refused = exactlyOnce().mended();

    assertThat(refused)
        .hasMessageContaining("view " + server.database() + ".hours writes into")
        .hasMessageContaining(".inner");
    insert(block("c"));
    assertThat(server.number("SELECT sum(n) FROM $db.hours_by_block FINAL")).isEqualTo(3);
  }

  @Test
  void saysWhatToWriteWhereAViewIsMoreThanItCanRewrite() {
    server.run(SAFE_BASE);
    server.run(SAFE_TARGET.formatted("hours"));
    server.run(
        "CREATE MATERIALIZED VIEW $db.to_hours TO $db.hours AS SELECT at, count() AS n FROM (SELECT"
            + " toStartOfHour(at) AS at FROM $db.base) GROUP BY at");

    TargetRefusedException refused = exactlyOnce().refused();

    assertThat(refused.statements()).isEmpty();
    assertThat(refused)
        .hasMessageContaining("the view does not select ingest_block")
        .hasMessageContaining(
            "MODIFY QUERY SELECT …, ingest_block FROM … GROUP BY …, ingest_block");
    server.run(
        "ALTER TABLE $db.to_hours MODIFY QUERY SELECT at, count() AS n, ingest_block FROM (SELECT"
            + " toStartOfHour(at) AS at, ingest_block FROM $db.base) GROUP BY at, ingest_block");
    assertThatCode(() -> exactlyOnce().check()).doesNotThrowAnyException();
  }

  @Test
  void looksAtTheTargetOfEveryViewDownTheChain() {
    server.run(SAFE_BASE);
    server.run(SAFE_TARGET.formatted("hours"));
    server.run(SAFE_VIEW.formatted("to_hours", "hours"));
    server.run(
        "CREATE TABLE $db.`odd na``me` (n UInt64, ingest_block UUID) ENGINE = ReplacingMergeTree"
            + " ORDER BY ingest_block");
    server.run(
        "CREATE MATERIALIZED VIEW $db.`to odd` TO $db.`odd na``me` AS SELECT sum(n) AS n,"
            + " ingest_block FROM $db.hours GROUP BY ingest_block");

    TargetRefusedException refused = exactlyOnce().mended();

    assertThat(refused.problems())
        .containsExactly(
            "view %1$s.`to odd` writes into %1$s.`odd na\\`me`: non_replicated_deduplication_window"
                    .formatted(server.database())
                + " is 0, so the server would not drop a block that is sent again: ALTER TABLE"
                + " %s.`odd na\\`me` MODIFY SETTING non_replicated_deduplication_window = 10000"
                    .formatted(server.database()));
  }

  @Test
  void refusesAnInnerTargetWithoutAWindowInEitherMode() {
    server.run(SAFE_BASE);
    server.run(
        "CREATE MATERIALIZED VIEW $db.hours ENGINE = SummingMergeTree ORDER BY at AS SELECT"
            + " toStartOfHour(at) AS at, count() AS n FROM $db.base GROUP BY at");

    assertThat(atLeastOnce().mended())
        .hasMessageContaining("`.inner_id.")
        .hasMessageContaining("non_replicated_deduplication_window is 0");
  }

  @Test
  void refusesATargetThatIsPartitionedInItsOwnWay() {
    server.run(SAFE_BASE);
    server.run(SAFE_TARGET.formatted("hours").replace("toYYYYMM(at)", "toYYYYMMDD(at)"));
    server.run(SAFE_VIEW.formatted("to_hours", "hours"));

    assertThat(atLeastOnce().refused().problems())
        .singleElement()
        .asString()
        .contains("hours: its partition key is 'toYYYYMMDD(at)'")
        .contains("create it with PARTITION BY toYYYYMM(at) or none");
  }

  @Test
  void refusesATargetThatRemembersNothingButFollowsOneThatStoresNothing() {
    server.run(SAFE_BASE);
    server.run("CREATE TABLE $db.memory (id String, ingest_block UUID) ENGINE = Memory");
    server.run(
        "CREATE TABLE $db.nothing (id String, at DateTime('UTC'), ingest_block UUID) ENGINE = Null");
    server.run("CREATE MATERIALIZED VIEW $db.a TO $db.nothing AS SELECT * FROM $db.base");
    server.run(
        "CREATE MATERIALIZED VIEW $db.b TO $db.memory AS SELECT id, ingest_block FROM $db.nothing");

    assertThat(atLeastOnce().refused().problems())
        .singleElement()
        .asString()
        .contains("b writes into", "memory: its engine is Memory, which remembers no block");
  }

  @Test
  void namesEveryViewOnceAlsoWhereTheyFormACircle() throws Exception {
    server.run(SAFE_BASE);
    server.run(SAFE_TARGET.formatted("hours"));
    server.run(SAFE_VIEW.formatted("one", "hours"));
    server.run(SAFE_VIEW.formatted("two", "hours"));
    server.run(
        "CREATE MATERIALIZED VIEW $db.three TO $db.hours AS SELECT * FROM $db.hours WHERE n = 0");

    try (ServerConnection connection = server.connection(exactlyOnce().target())) {
      List<ViewFacts> views = ViewFacts.behind(connection, server.database(), "base");
      assertThat(views).extracting(ViewFacts::view).containsExactly("one", "two", "three");
    }
    exactlyOnce().check();
  }

  private CheckedTable exactlyOnce() {
    return CheckedTable.of(server, "base", SCHEMA, "toYYYYMM(at)", DeliveryMode.EXACTLY_ONCE);
  }

  private CheckedTable atLeastOnce() {
    return CheckedTable.of(server, "base", SCHEMA, "toYYYYMM(at)", DeliveryMode.AT_LEAST_ONCE);
  }

  private static SealedBlock block(String... ids) {
    return TestBlocks.of(
        SCHEMA, List.of(ids), (id, row) -> row.string("id", id).timestampMillis("at", 0));
  }

  private void insert(SealedBlock block) throws InterruptedException {
    try (ServerConnection connection = server.connection(exactlyOnce().target())) {
      assertThat(connection.insert(block)).isEqualTo(new Written());
    }
  }
}
