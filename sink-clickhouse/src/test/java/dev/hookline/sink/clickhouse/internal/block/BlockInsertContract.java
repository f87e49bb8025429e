package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.query.GenericRecord;
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
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Sealed blocks in a server: the values come out as they went in, and a block counts once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BlockInsertContract {
  private static final TableSchema NUMBERED = TableSchema.of(Column.of("n", "UInt32"));
  private static final RowMapper<Integer> NUMBER = (value, row) -> row.integer("n", value);

  private TestServer server;
  private boolean deduplicateInsertIsKnown;

  /** The server that the class runs on. */
  protected abstract ClickHouseServer clickHouse();

  @BeforeAll
  void database() {
    server = new TestServer(clickHouse());
    deduplicateInsertIsKnown =
        server.number("SELECT count() FROM system.settings WHERE name = 'deduplicate_insert'") > 0;
  }

  @AfterAll
  void close() {
    server.close();
  }

  /** One row a column, read back as text: what the server holds, not what a client makes of it. */
  @Test
  void everyTypeAtItsLimitsComesOutAsItWentIn() throws Exception {
    List<Case> cases =
        List.of(
            new Case("String", "", ""),
            new Case("String", "a\u0000b\nü\uD83D\uDE00", "a\u0000b\nü\uD83D\uDE00"),
            new Case("String", "x".repeat(300), "x".repeat(300)),
            new Case("LowCardinality(String)", "pull_request", "pull_request"),
            new Case("LowCardinality(Nullable(String))", null, null),
            new Case("Nullable(String)", null, null),
            new Case("Nullable(String)", "", ""),
            new Case("Int8", -128, "-128"),
            new Case("Int16", -32768, "-32768"),
            new Case("Int32", Integer.MIN_VALUE, "-2147483648"),
            new Case("Int64", Long.MIN_VALUE, "-9223372036854775808"),
            new Case("Int64", Long.MAX_VALUE, "9223372036854775807"),
            new Case("UInt8", 255, "255"),
            new Case("UInt16", 65535, "65535"),
            new Case("UInt32", 4294967295L, "4294967295"),
            new Case("UInt64", Long.MAX_VALUE, "9223372036854775807"),
            new Case("UInt64", new BigInteger("18446744073709551615"), "18446744073709551615"),
            new Case("Nullable(UInt64)", null, null),
            new Case("Float64", -0.1, "-0.1"),
            new Case("Float64", Double.MAX_VALUE, "1.7976931348623157e308"),
            new Case("Float64", Double.NaN, "nan"),
            new Case("Bool", true, "true"),
            new Case(
                "UUID",
                UUID.fromString("018bcfe5-6800-7abc-8def-0123456789ab"),
                "018bcfe5-6800-7abc-8def-0123456789ab"),
            new Case("DateTime64(3, 'UTC')", Instant.EPOCH, "1970-01-01 00:00:00.000"),
            new Case(
                "DateTime64(3, 'UTC')",
                Instant.parse("1900-01-01T00:00:00Z"),
                "1900-01-01 00:00:00.000"),
            new Case(
                "DateTime64(3, 'UTC')",
                Instant.parse("2299-12-31T23:59:59.999Z"),
                "2299-12-31 23:59:59.999"),
            new Case(
                "DateTime64(9, 'UTC')",
                Instant.parse("2262-04-10T23:59:59.999999999Z"),
                "2262-04-10 23:59:59.999999999"),
            new Case("DateTime64(0, 'UTC')", Instant.ofEpochMilli(-1), "1969-12-31 23:59:59"),
            new Case("Date", LocalDate.of(1970, 1, 1), "1970-01-01"),
            new Case("Date", LocalDate.of(2149, 6, 6), "2149-06-06"),
            new Case("Enum8('a' = -128, 'b, (c)' = 127)", "b, (c)", "b, (c)"),
            new Case("Enum16('low' = -32768, 'high' = 32767)", "low", "low"),
            new Case("Array(String)", List.of("a", ""), "['a','']"),
            new Case("Array(Nullable(Int32))", Arrays.asList(1, null), "[1,NULL]"),
            new Case("Array(Array(UInt8))", List.of(List.of(1, 2), List.of()), "[[1,2],[]]"),
            new Case("Map(LowCardinality(String), Int64)", Map.of("k", -5L), "{'k':-5}"),
            new Case("Map(String, Array(UInt8))", Map.of(), "{}"));
    Column[] columns =
        IntStream.range(0, cases.size())
            .mapToObj(i -> Column.of("c" + i, cases.get(i).type()))
            .toArray(Column[]::new);
    Target target = table("every_type", TableSchema.of(columns), "", "");

    List<Object> row = new ArrayList<>();
    cases.forEach(one -> row.add(one.value()));
    List<SealedBlock> blocks =
        blocks(
            target,
            List.of(row),
            (values, cells) -> {
              for (int i = 0; i < values.size(); i++) {
                cells.value("c" + i, values.get(i));
              }
            });

    assertThat(insert(target, blocks.get(0))).isEqualTo(new Written());
    for (int i = 0; i < cases.size(); i++) {
      GenericRecord read =
          server.rows("SELECT toString(c" + i + ") AS text FROM $db.every_type").get(0);
      assertThat(read.getString("text")).as(cases.get(i).type()).isEqualTo(cases.get(i).text());
    }
    assertThat(server.text("SELECT toString(ingest_block) FROM $db.every_type"))
        .isEqualTo(blocks.get(0).token().toString());
  }

  private record Case(String type, Object value, String text) {}

  @Test
  void randomRowsComeOutAsTheyWentIn() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TableSchema schema =
        TableSchema.of(
            Column.of("n", "UInt32"),
            Column.of("s", "Nullable(String)"),
            Column.of("i", "Int64"),
            Column.of("u", "UInt64"),
            Column.of("f", "Float64"),
            Column.of("t", "DateTime64(3, 'UTC')"),
            Column.of("a", "Array(Nullable(String))"));
    Target target = table("random_rows", schema, "", "");
    List<List<Object>> rows = new ArrayList<>();
    for (int n = 0; n < 1000; n++) {
      rows.add(
          Arrays.asList(
              n,
              random.nextInt(5) == 0 ? null : text(random),
              random.nextLong(),
              new BigInteger(64, random),
              Double.longBitsToDouble(random.nextLong() & ~(1L << 62)),
              Instant.ofEpochMilli(random.nextLong(10_000_000_000_000L)),
              Arrays.asList(text(random), null, text(random))));
    }

    for (SealedBlock block :
        blocks(
            target,
            rows,
            (values, cells) -> {
              for (int i = 0; i < values.size(); i++) {
                cells.value(schema.columns().get(i).name(), values.get(i));
              }
            })) {
      assertThat(insert(target, block)).isEqualTo(new Written());
    }

    List<GenericRecord> found = server.rows("SELECT * FROM $db.random_rows ORDER BY n");
    assertThat(found).hasSameSizeAs(rows);
    for (int n = 0; n < rows.size(); n++) {
      GenericRecord row = found.get(n);
      assertThat(
              Arrays.<Object>asList(
                  (int) row.getLong("n"),
                  row.getString("s"),
                  row.getLong("i"),
                  row.getBigInteger("u"),
                  row.getDouble("f"),
                  row.getInstant("t"),
                  row.getList("a")))
          .as("row %d, seed %d", n, seed)
          .isEqualTo(rows.get(n));
    }
  }

  /** Up to 40 characters of any plane, the surrogates left out: alone they are no text. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      int codePoint = random.nextInt(3) == 0 ? random.nextInt(0x110000) : random.nextInt(0x80);
      text.appendCodePoint(codePoint >= 0xD800 && codePoint <= 0xDFFF ? ' ' : codePoint);
    }
    return text.toString();
  }

  @Test
  void aBlockThatIsSentTwiceIsThereOnceInTheTableAndInItsView() throws Exception {
    Target target = table("twice", NUMBERED, "", WINDOW);
    server.run(
        "CREATE TABLE $db.twice_counts (c UInt64) ENGINE = MergeTree ORDER BY tuple()"
            + " SETTINGS non_replicated_deduplication_window = 10000");
    server.run(
        "CREATE MATERIALIZED VIEW $db.twice_view TO $db.twice_counts AS SELECT count() AS c FROM"
            + " $db.twice");
    SealedBlock block = blocks(target, numbers(1000), NUMBER).get(0);

    assertThat(insert(target, block)).isEqualTo(new Written());
    assertThat(insert(target, block)).isEqualTo(new Written());

    assertThat(server.number("SELECT count() FROM $db.twice")).isEqualTo(1000);
    assertThat(server.number("SELECT sum(c) FROM $db.twice_counts")).isEqualTo(1000);
  }

  /**
   * What a server leaves behind that is killed between its deduplication log and the part: the
   * token without the rows. (A mutation that deletes the rows leaves the same.)
   */
  @Test
  void aBlockWhoseTokenIsRememberedAndWhoseRowsAreGoneIsWrittenAllTheSame() throws Exception {
    Target target = table("remembered", NUMBERED, "", WINDOW);
    SealedBlock block = blocks(target, numbers(40), NUMBER).get(0);
    insert(target, block);
    server.run("ALTER TABLE $db.remembered DELETE WHERE 1 SETTINGS mutations_sync = 1");
    insert(target, block);
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
    Target target = table("half", NUMBERED, "", WINDOW, "ReplacingMergeTree ORDER BY n");
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
    SealedBlock other = blocks(target, numbers(7), NUMBER).get(0);
    SealedBlock block = blocks(target, numbers(41), NUMBER).get(0);
    insert(target, other);
    insert(target, block);
    String ofBlock = " WHERE ingest_block = '" + block.token() + "'";
    for (String view : List.of("half_counts", "half_odd")) {
      server.run("ALTER TABLE $db." + view + " DELETE" + ofBlock + " SETTINGS mutations_sync = 1");
    }
    insert(target, block);
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

  /** Equal rows in two blocks are two deliveries of the stream, and not one that came twice. */
  @Test
  void equalRowsUnderTwoTokensAreBothThere() throws Exception {
    Target target = table("two_tokens", NUMBERED, "", WINDOW);

    insert(target, blocks(target, numbers(10), NUMBER).get(0));
    insert(target, blocks(target, numbers(10), NUMBER).get(0));

    assertThat(server.number("SELECT count() FROM $db.two_tokens")).isEqualTo(20);
  }

  @Test
  void aFullBlockIsOnePart() throws Exception {
    Target target = table("one_part", NUMBERED, "", WINDOW);
    server.run("SYSTEM STOP MERGES $db.one_part");
    List<SealedBlock> blocks = blocks(target, numbers(BlockLimits.DEFAULT.maxRows()), NUMBER);
    assertThat(blocks).hasSize(1);

    insert(target, blocks.get(0));

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
    Target target = table("no_merge", NUMBERED, "", WINDOW, "ReplacingMergeTree ORDER BY n");
    server.run("SYSTEM STOP MERGES $db.no_merge");

    insert(target, blocks(target, Collections.nCopies(5, 1), NUMBER).get(0));

    assertThat(server.number("SELECT count() FROM $db.no_merge")).isEqualTo(5);
    assertThat(server.number("SELECT count() FROM $db.no_merge FINAL")).isEqualTo(1);
  }

  @Test
  void aBlockSealedBeforeAColumnWasAddedIsStillWritten() throws Exception {
    Target target = table("add_column", NUMBERED, "", WINDOW);
    SealedBlock block = blocks(target, numbers(3), NUMBER).get(0);
    server.run("ALTER TABLE $db.add_column ADD COLUMN first String DEFAULT 'd' FIRST");

    assertThat(insert(target, block)).isEqualTo(new Written());

    assertThat(server.number("SELECT countIf(first = 'd') FROM $db.add_column")).isEqualTo(3);
  }

  @Test
  void aColumnThatWasDroppedUnderTheJobIsAnErrorAndNoSilentLoss() throws Exception {
    TableSchema two = TableSchema.of(Column.of("n", "UInt32"), Column.of("extra", "String"));
    Target target = table("drop_column", two, "", WINDOW);
    SealedBlock block =
        blocks(
                target,
                numbers(3),
                (Integer v, dev.hookline.sink.clickhouse.RowWriter row) ->
                    row.integer("n", v).string("extra", "x"))
            .get(0);
    server.run("ALTER TABLE $db.drop_column DROP COLUMN extra");

    InsertOutcome outcome = insert(target, block);

    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).kind().sentAgain()).as("%s", outcome).isFalse();
    assertThat(server.number("SELECT count() FROM $db.drop_column")).isZero();
  }

  @Test
  void aTableThatWasDroppedIsAMisconfiguration() throws Exception {
    Target target = new Target(server.database(), "nowhere", NUMBERED, "");

    InsertOutcome outcome = insert(target, blocks(target, numbers(1), NUMBER).get(0));

    assertThat(((Failed) outcome).code()).isEqualTo(60);
    assertThat(((Failed) outcome).kind()).isEqualTo(FailureKind.MISCONFIGURED);
  }

  private static final String WINDOW = "non_replicated_deduplication_window = 10000";

  private Target table(String name, TableSchema schema, String partition, String settings) {
    return table(name, schema, partition, settings, "MergeTree ORDER BY tuple()");
  }

  private Target table(
      String name, TableSchema schema, String partition, String settings, String engine) {
    StringBuilder ddl = new StringBuilder("CREATE TABLE $db." + name + " (");
    schema.columns().forEach(c -> ddl.append(c.name() + " " + c.type() + ", "));
    ddl.append("ingest_block UUID) ENGINE = ").append(engine);
    if (!partition.isEmpty()) {
      ddl.append(" PARTITION BY ").append(partition);
    }
    if (!settings.isEmpty()) {
      ddl.append(" SETTINGS ").append(settings);
    }
    server.run(ddl.toString());
    return server.target(name, schema, partition);
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static <T> List<SealedBlock> blocks(Target target, List<T> values, RowMapper<T> mapper) {
    RowEncoder<T> encoder = new RowEncoder<>(target.schema(), mapper);
    BlockAssembler assembler =
        new BlockAssembler(
            BlockHeader.of(target.schema()),
            BlockLimits.DEFAULT,
            BlockToken.source(),
            Clock.systemUTC());
    List<SealedBlock> blocks = new ArrayList<>();
    for (T value : values) {
      RowBuffer row = encoder.encode(value);
      blocks.addAll(assembler.add("", row.array(), row.size()));
    }
    blocks.addAll(assembler.sealAll());
    return blocks;
  }

  private InsertOutcome insert(Target target, SealedBlock block) throws Exception {
    try (ServerConnection connection = server.connection(target)) {
      connection.deduplicateInsertIsKnown(deduplicateInsertIsKnown);
      return connection.insert(block);
    }
  }
}
