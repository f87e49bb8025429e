package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sealed blocks in the engine: the values come out as they went in. */
class BlockValuesTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static TestServer server;
  private static TestTables tables;

  @BeforeAll
  static void database() {
    server = new TestServer(STACK.clickHouse());
    tables = new TestTables(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static final List<Case> CASES =
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

  private record Case(String type, Object value, String text) {}

  /** One row a column, read back as text: what the server holds, not what a client makes of it. */
  @Test
  void everyTypeAtItsLimitsComesOutAsItWentIn() throws Exception {
    Column[] columns =
        IntStream.range(0, CASES.size())
            .mapToObj(i -> Column.of("c" + i, CASES.get(i).type()))
            .toArray(Column[]::new);
    TableSchema schema = TableSchema.of(columns);
    Target target = tables.create("every_type", schema);
    List<Object> row = new ArrayList<>();
    CASES.forEach(one -> row.add(one.value()));
    SealedBlock block =
        TestBlocks.of(
            schema,
            List.of(row),
            (values, cells) -> {
              for (int i = 0; i < values.size(); i++) {
                cells.value("c" + i, values.get(i));
              }
            });

    assertThat(tables.insert(target, block)).isEqualTo(new Written());
    for (int i = 0; i < CASES.size(); i++) {
      GenericRecord read =
          server.rows("SELECT toString(c" + i + ") AS text FROM $db.every_type").get(0);
      assertThat(read.getString("text")).as(CASES.get(i).type()).isEqualTo(CASES.get(i).text());
    }
    assertThat(server.text("SELECT toString(ingest_block) FROM $db.every_type"))
        .isEqualTo(block.token().toString());
  }

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
    Target target = tables.create("random_rows", schema);
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

    SealedBlock block =
        TestBlocks.of(
            schema,
            rows,
            (values, cells) -> {
              for (int i = 0; i < values.size(); i++) {
                cells.value(schema.columns().get(i).name(), values.get(i));
              }
            });
    assertThat(tables.insert(target, block)).isEqualTo(new Written());

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
}
