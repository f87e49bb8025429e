package dev.hookline.sink.clickhouse.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.block.TestBlocks;
import dev.hookline.sink.clickhouse.internal.client.BlockTarget;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A table that somebody changes while blocks for its old form are under way. */
class SchemaChangeTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema SCHEMA =
      TableSchema.of(Column.of("id", "String"), Column.of("size", "UInt32"));

  private TestServer server;
  private CheckedTable table;
  private ServerConnection connection;
  private BlockTarget blocks;

  @BeforeEach
  void table() throws Exception {
    server = new TestServer(STACK.clickHouse());
    server.run(
        "CREATE TABLE $db.t (id String, size UInt32, ingest_block UUID) ENGINE = ReplacingMergeTree"
            + " ORDER BY id SETTINGS non_replicated_deduplication_window = 100");
    table = CheckedTable.of(server, "t", SCHEMA, "", DeliveryMode.EXACTLY_ONCE);
    connection = server.connection(table.target());
    blocks = table.check(connection).rechecking(connection);
    assertThat(blocks.insert(block("before"))).isEqualTo(new Written());
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  @Test
  void aNewColumnWithADefaultDisturbsNobody() throws Exception {
    SealedBlock sealedBefore = block("sealed before");

    server.run("ALTER TABLE $db.t ADD COLUMN kind String DEFAULT 'plain' FIRST");

    assertThat(blocks.insert(sealedBefore)).isEqualTo(new Written());
    assertThat(blocks.insert(block("sealed after"))).isEqualTo(new Written());
    assertThat(server.number("SELECT countIf(kind = 'plain' AND size = 7) FROM $db.t"))
        .isEqualTo(3);
    table.check();
  }

  @Test
  void aDroppedColumnStopsWithItsNameAndTheBlockGoesInWhenItIsBack() throws Exception {
    SealedBlock sealedBefore = block("sealed before");
    server.run("ALTER TABLE $db.t DROP COLUMN size");

    TargetRefusedException why = refused(blocks.insert(sealedBefore));

    assertThat(why.problems())
        .containsExactly(
            "column 'size' is missing: ALTER TABLE %s.t ADD COLUMN `size` UInt32"
                .formatted(server.database()));
    assertThat(ids()).as("what was committed").isEqualTo("['before']");
    why.statements().forEach(server::run);
    assertThat(blocks.insert(sealedBefore)).isEqualTo(new Written());
    assertThat(ids()).isEqualTo("['before','sealed before']");
    assertThat(server.number("SELECT size FROM $db.t WHERE id = 'sealed before'")).isEqualTo(7);
  }

  @Test
  void aRetypedColumnStopsWithBothTypesAndTheBlockGoesInWhenItIsAsItWas() throws Exception {
    SealedBlock sealedBefore = block("sealed before");
    server.run("ALTER TABLE $db.t MODIFY COLUMN size String");

    TargetRefusedException why = refused(blocks.insert(sealedBefore));

    assertThat(why.problems())
        .singleElement()
        .asString()
        .startsWith("column 'size' is String and the sink writes UInt32");
    why.statements().forEach(server::run);
    assertThat(blocks.insert(sealedBefore)).isEqualTo(new Written());
    assertThat(ids()).isEqualTo("['before','sealed before']");
  }

  @Test
  void aDroppedTableStopsWithItsName() throws Exception {
    server.run("DROP TABLE $db.t SYNC");

    assertThat(refused(blocks.insert(block("x"))).problems())
        .singleElement()
        .asString()
        .contains("it does not exist", server.database() + ".t");
  }

  /** The base has the block already when its view throws; so nothing of it may be split or lost. */
  @Test
  void aViewThatThrowsIsNamedAndTheSameBlockFillsItOnceMended() throws Exception {
    server.run(
        "CREATE TABLE $db.sizes (size UInt8, ingest_block UUID) ENGINE = ReplacingMergeTree ORDER BY"
            + " ingest_block SETTINGS non_replicated_deduplication_window = 100");
    server.run(
        "CREATE MATERIALIZED VIEW $db.v TO $db.sizes AS SELECT throwIf(size = 7) + size AS size,"
            + " ingest_block FROM $db.t");
    SealedBlock block = block("thrown");

    InsertOutcome outcome = blocks.insert(block);

    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).kind()).isEqualTo(FailureKind.REFUSED_DATA);
    assertThat(((Failed) outcome).cause()).hasMessageContaining(server.database() + ".v");
    server.run("ALTER TABLE $db.v MODIFY QUERY SELECT size, ingest_block FROM $db.t");
    assertThat(blocks.insert(block)).isEqualTo(new Written());
    assertThat(ids()).isEqualTo("['before','thrown']");
    assertThat(server.number("SELECT count() FROM $db.sizes")).isEqualTo(1);
  }

  private TargetRefusedException refused(InsertOutcome outcome) {
    assertThat(outcome).isInstanceOf(Failed.class);
    Failed failed = (Failed) outcome;
    assertThat(failed.kind().sentAgain()).isFalse();
    assertThat(failed.cause()).isInstanceOf(TargetRefusedException.class);
    assertThat(failed.cause().getCause()).as("what the server said").isNotNull();
    return (TargetRefusedException) failed.cause();
  }

  private String ids() {
    return server.text("SELECT toString(arraySort(groupArray(id))) FROM $db.t");
  }

  private static SealedBlock block(String id) {
    return TestBlocks.of(
        SCHEMA, List.of(id), (value, row) -> row.string("id", value).integer("size", 7));
  }
}
