package dev.hookline.sink.clickhouse.internal.block;

import static dev.hookline.sink.clickhouse.internal.block.TestTables.WINDOW;
import static dev.hookline.sink.clickhouse.internal.block.TestTables.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.check.ViewsByBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockViews;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.VerifiedBlocks;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Sealed blocks in a server: a block counts once, is one part, and outlives what is altered; and
 * one that a server remembers and does not have is brought in all the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BlockInsertContract {
  private static final TableSchema NUMBERED = TableSchema.of(Column.of("n", "UInt32"));
  private static final RowMapper<Integer> NUMBER = (value, row) -> row.integer("n", value);

  private TestServer server;
  private TestTables tables;

  /** The server that the class runs on. */
  protected abstract ClickHouseServer clickHouse();

  @BeforeAll
  void database() {
    server = new TestServer(clickHouse());
    tables = new TestTables(server);
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void aBlockThatIsSentTwiceIsThereOnceInTheTableAndInItsView() throws Exception {
    Target target = tables.create("twice", NUMBERED);
    server.run(
        "CREATE TABLE $db.twice_counts (c UInt64) ENGINE = MergeTree ORDER BY tuple()"
            + " SETTINGS non_replicated_deduplication_window = 10000");
    server.run(
        "CREATE MATERIALIZED VIEW $db.twice_view TO $db.twice_counts AS SELECT count() AS c FROM"
            + " $db.twice");
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(1000), NUMBER);

    assertThat(tables.insert(target, block)).isEqualTo(new Written());
    assertThat(tables.insert(target, block)).isEqualTo(new Written());

    assertThat(server.number("SELECT count() FROM $db.twice")).isEqualTo(1000);
    assertThat(server.number("SELECT sum(c) FROM $db.twice_counts")).isEqualTo(1000);
  }

  /** Equal rows in two blocks are two deliveries of the stream, and not one that came twice. */
  @Test
  void equalRowsUnderTwoTokensAreBothThere() throws Exception {
    Target target = tables.create("two_tokens", NUMBERED);

    tables.insert(target, TestBlocks.of(NUMBERED, numbers(10), NUMBER));
    tables.insert(target, TestBlocks.of(NUMBERED, numbers(10), NUMBER));

    assertThat(server.number("SELECT count() FROM $db.two_tokens")).isEqualTo(20);
  }

  @Test
  void aFullBlockIsOnePart() throws Exception {
    Target target = tables.create("one_part", NUMBERED);
    server.run("SYSTEM STOP MERGES $db.one_part");
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(BlockLimits.DEFAULT.maxRows()), NUMBER);

    tables.insert(target, block);

    assertThat(
            server.number(
                "SELECT count() FROM system.parts WHERE active AND database = '"
                    + server.database()
                    + "' AND table = 'one_part'"))
        .isEqualTo(1);
    assertThat(server.number("SELECT uniqExact(n) FROM $db.one_part")).isEqualTo(50_000);
  }

  @Test
  void rowsOfEqualKeyAreNotMergedInsideABlock() throws Exception {
    Target target = tables.create("no_merge", NUMBERED, "ReplacingMergeTree ORDER BY n");
    server.run("SYSTEM STOP MERGES $db.no_merge");

    tables.insert(target, TestBlocks.of(NUMBERED, Collections.nCopies(5, 1), NUMBER));

    assertThat(server.number("SELECT count() FROM $db.no_merge")).isEqualTo(5);
    assertThat(server.number("SELECT count() FROM $db.no_merge FINAL")).isEqualTo(1);
  }

  @Test
  void aBlockSealedBeforeAColumnWasAddedIsStillWritten() throws Exception {
    Target target = tables.create("add_column", NUMBERED);
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(3), NUMBER);
    server.run("ALTER TABLE $db.add_column ADD COLUMN first String DEFAULT 'd' FIRST");

    assertThat(tables.insert(target, block)).isEqualTo(new Written());

    assertThat(server.number("SELECT countIf(first = 'd') FROM $db.add_column")).isEqualTo(3);
  }

  @Test
  void aColumnThatWasDroppedUnderTheJobIsAnErrorAndNoSilentLoss() throws Exception {
    TableSchema two = TableSchema.of(Column.of("n", "UInt32"), Column.of("extra", "String"));
    Target target = tables.create("drop_column", two);
    SealedBlock block =
        TestBlocks.of(two, numbers(3), (v, row) -> row.integer("n", v).string("extra", "x"));
    server.run("ALTER TABLE $db.drop_column DROP COLUMN extra");

    InsertOutcome outcome = tables.insert(target, block);

    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).kind().sentAgain()).as("%s", outcome).isFalse();
    assertThat(server.number("SELECT count() FROM $db.drop_column")).isZero();
  }

  @Test
  void aTableThatWasDroppedIsAMisconfiguration() throws Exception {
    Target target = new Target(server.database(), "nowhere", NUMBERED, "");

    InsertOutcome outcome = tables.insert(target, TestBlocks.of(NUMBERED, numbers(1), NUMBER));

    assertThat(((Failed) outcome).code()).isEqualTo(60);
    assertThat(((Failed) outcome).kind()).isEqualTo(FailureKind.MISCONFIGURED);
  }

  /**
   * What a server leaves behind that is killed between its deduplication log and the part: the
   * token without the rows. (A mutation that deletes the rows leaves the same.)
   */
  @Test
  void aBlockWhoseTokenIsRememberedAndWhoseRowsAreGoneIsWrittenAllTheSame() throws Exception {
    Target target = tables.create("remembered", NUMBERED);
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(40), NUMBER);
    tables.insert(target, block);
    server.run("ALTER TABLE $db.remembered DELETE WHERE 1 SETTINGS mutations_sync = 1");
    tables.insert(target, block);
    assertThat(server.number("SELECT count() FROM $db.remembered"))
        .as("answered with success, and dropped")
        .isZero();

    try (ServerConnection connection = server.connection(target)) {
      VerifiedBlocks blocks =
          new VerifiedBlocks(connection, BlockViews.NONE, block.sealedAtMillis() + 1);
      assertThat(blocks.insert(block)).isInstanceOf(Failed.class);
      assertThat(blocks.insert(block)).isEqualTo(new Written());
    }

    assertThat(server.number("SELECT count() FROM $db.remembered")).isEqualTo(40);
    assertThat(server.text("SELECT toString(any(ingest_block)) FROM $db.remembered"))
        .as("the rows keep the block's own name")
        .isEqualTo(block.token().toString());
  }

  /** The same in a view: what it made of the block is remembered and gone. */
  @Test
  void aViewThatRemembersABlockAndDoesNotHaveItIsFilledFromTheTable() throws Exception {
    Target target = tables.create("half", NUMBERED, "ReplacingMergeTree ORDER BY n");
    String keyed =
        "CREATE TABLE $db.%s (parity UInt8, ingest_block UUID, c UInt64) ENGINE ="
            + " ReplacingMergeTree ORDER BY (parity, ingest_block) SETTINGS "
            + WINDOW;
    server.run(keyed.formatted("half_counts"));
    server.run(keyed.formatted("half_odd"));
    server.run(
        "CREATE MATERIALIZED VIEW $db.half_view TO $db.half_counts AS SELECT n % 2 AS parity,"
            + " ingest_block, count() AS c FROM $db.half GROUP BY parity, ingest_block");
    server.run(
        "CREATE MATERIALIZED VIEW $db.half_odd_view TO $db.half_odd AS SELECT parity, ingest_block,"
            + " c FROM $db.half_counts WHERE parity = 1");
    SealedBlock other = TestBlocks.of(NUMBERED, numbers(7), NUMBER);
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(41), NUMBER);
    tables.insert(target, other);
    tables.insert(target, block);
    String ofBlock = " WHERE ingest_block = '" + block.token() + "'";
    for (String view : List.of("half_counts", "half_odd")) {
      server.run("ALTER TABLE $db." + view + " DELETE" + ofBlock + " SETTINGS mutations_sync = 1");
    }
    tables.insert(target, block);
    assertThat(server.number("SELECT count() FROM $db.half_counts" + ofBlock))
        .as("answered with success, and dropped")
        .isZero();

    try (ServerConnection connection = server.connection(target)) {
      VerifiedBlocks blocks =
          new VerifiedBlocks(
              connection, new ViewsByBlock(connection, target), block.sealedAtMillis() + 1);
      assertThat(blocks.insert(block)).isEqualTo(new Written());
    }

    assertThat(server.number("SELECT sum(c) FROM $db.half_counts FINAL" + ofBlock)).isEqualTo(41);
    assertThat(server.number("SELECT sum(c) FROM $db.half_odd FINAL" + ofBlock)).isEqualTo(20);
    assertThat(server.number("SELECT sum(c) FROM $db.half_counts FINAL")).isEqualTo(48);
    assertThat(server.number("SELECT count() FROM $db.half" + ofBlock))
        .as("the table is left alone")
        .isEqualTo(41);
  }

  /**
   * In pieces it could be cut in its middle, and of a view that has a piece nobody would fill the
   * rest. The view's own settings are for its SELECT.
   */
  @Test
  void aViewIsFilledInOnePieceWhateverItsOwnSettingsSay() throws Exception {
    Target target = tables.create("wide", NUMBERED, "ReplacingMergeTree ORDER BY n");
    server.run(
        "CREATE TABLE $db.wide_rows (n UInt32, k UInt8, ingest_block UUID) ENGINE ="
            + " ReplacingMergeTree ORDER BY (n, k, ingest_block) SETTINGS "
            + WINDOW);
    server.run("SYSTEM STOP MERGES $db.wide_rows");
    SealedBlock block = TestBlocks.of(NUMBERED, numbers(5000), NUMBER);
    tables.insert(target, block);
    server.run(
        "CREATE MATERIALIZED VIEW $db.wide_view TO $db.wide_rows AS SELECT n, k, ingest_block FROM"
            + " $db.wide ARRAY JOIN [0, 1, 2] AS k SETTINGS max_block_size = 100,"
            + " min_insert_block_size_rows = 100, min_insert_block_size_bytes = 1,"
            + " max_insert_threads = 4");

    try (ServerConnection connection = server.connection(target)) {
      new ViewsByBlock(connection, target).complete(block, block.rows());
    }

    assertThat(server.number("SELECT uniqExact(n, k) FROM $db.wide_rows")).isEqualTo(15_000);
    assertThat(server.number("SELECT count() FROM $db.wide_rows")).isEqualTo(15_000);
    assertThat(server.number("SELECT uniqExact(_part) FROM $db.wide_rows")).as("parts").isOne();
  }
}
