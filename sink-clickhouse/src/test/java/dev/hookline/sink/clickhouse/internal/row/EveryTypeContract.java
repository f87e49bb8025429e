package dev.hookline.sink.clickhouse.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/** Every type that the sink writes, through a real server and back as the server's own text. */
abstract class EveryTypeContract {
  private static TestServer server;
  private static int tables;

  /** The server of the class that begins. */
  static void writeTo(ClickHouseServer clickHouse) {
    server = new TestServer(clickHouse);
  }

  /** The class has ended. */
  static void writeToNone() {
    server.close();
    server = null;
  }

  /**
   * @param kinds of the table's columns
   * @param rows each with a value for every column
   */
  record Table(List<Kind> kinds, List<List<Object>> rows) {}

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void whatIsWrittenIsWhatTheServerHolds(@ForAll("tables") Table table) throws Exception {
    List<String> types = table.kinds().stream().map(Kind::type).toList();
    String name = write(types, table.rows());

    List<GenericRecord> found = read(name, types.size());
    assertThat(found).hasSameSizeAs(table.rows());
    for (int row = 0; row < found.size(); row++) {
      for (int column = 0; column < types.size(); column++) {
        Kind kind = table.kinds().get(column);
        Object value = table.rows().get(row).get(column);
        assertThat(found.get(row).getString("c" + column))
            .as("%s of type %s", value, kind.type())
            .isEqualTo(kind.hexOf(value));
      }
    }
  }

  @Provide
  Arbitrary<Table> tables() {
    return Kind.any(2)
        .list()
        .ofMinSize(4)
        .ofMaxSize(12)
        .flatMap(
            kinds -> {
              List<Arbitrary<Object>> cells = new ArrayList<>();
              kinds.forEach(kind -> cells.add(kind.values().asGeneric()));
              return Combinators.combine(cells)
                  .as(values -> values)
                  .list()
                  .ofMinSize(1)
                  .ofMaxSize(20)
                  .map(rows -> new Table(kinds, rows));
            });
  }

  private record Case(String type, Object value, String text) {}

  @Example
  void everyTypeHoldsItsLimits() throws Exception {
    BigInteger two = BigInteger.TWO;
    BigInteger one = BigInteger.ONE;
    List<Case> cases =
        List.of(
            new Case("Int128", two.pow(127).negate(), two.pow(127).negate().toString()),
            new Case("UInt128", two.pow(128).subtract(one), two.pow(128).subtract(one).toString()),
            new Case("Int256", two.pow(255).negate(), two.pow(255).negate().toString()),
            new Case("UInt256", two.pow(256).subtract(one), two.pow(256).subtract(one).toString()),
            new Case("UInt256", 7, "7"),
            new Case("Float32", Float.MAX_VALUE, "3.4028235e38"),
            new Case("Float32", Float.MIN_VALUE, "1e-45"),
            new Case("Float32", 0.1, "0.1"),
            new Case("Float32", Double.NEGATIVE_INFINITY, "-inf"),
            new Case("Float64", Double.MIN_VALUE, "5e-324"),
            new Case("Float64", -0.0, "-0"),
            new Case("Float64", 1.5f, "1.5"),
            new Case("Decimal32(2)", new BigDecimal("-9999999.99"), "-9999999.99"),
            new Case("Decimal(5)", 99999, "99999"),
            new Case("Decimal(9, 2)", new BigDecimal("1E+6"), "1000000"),
            new Case(
                "Decimal64(18)", new BigDecimal("0.999999999999999999"), "0.999999999999999999"),
            new Case("Decimal128(0)", BigInteger.TEN.pow(38).subtract(one), "9".repeat(38)),
            new Case(
                "Decimal256(76)", new BigDecimal("-0." + "9".repeat(76)), "-0." + "9".repeat(76)),
            new Case("FixedString(3)", "ä", "ä"),
            new Case("FixedString(3)", "abc".getBytes(StandardCharsets.UTF_8), "abc"),
            new Case("Date32", LocalDate.of(1900, 1, 1), "1900-01-01"),
            new Case("Date32", LocalDate.of(2299, 12, 31), "2299-12-31"),
            new Case("DateTime('UTC')", Instant.ofEpochSecond(0xFFFF_FFFFL), "2106-02-07 06:28:15"),
            new Case(
                "DateTime('Europe/Berlin')",
                OffsetDateTime.parse("2024-07-01T12:00:00.9+05:30"),
                "2024-07-01 08:30:00"),
            new Case(
                "DateTime64(6, 'America/St_Johns')",
                Instant.parse("2024-07-01T12:00:00.000001999Z"),
                "2024-07-01 09:30:00.000001"),
            new Case("IPv4", Kind.address(new byte[] {-1, 0, 0, 1}), "255.0.0.1"),
            new Case("IPv6", Kind.address(new byte[16]), "::"),
            new Case("IPv6", Kind.address(new byte[] {127, 0, 0, 1}), "::ffff:127.0.0.1"),
            new Case("LowCardinality(Nullable(FixedString(2)))", null, null),
            new Case("LowCardinality(IPv4)", Kind.address(new byte[4]), "0.0.0.0"),
            new Case("Enum8('b' = 2, 'a' = 1)", "b", "b"),
            new Case("Tuple(UInt8, Tuple(x String))", List.of(1, List.of("y")), "(1,('y'))"),
            new Case(
                "Nested(n UInt8, m Map(String, UInt8))",
                List.of(List.of(1, Map.of("k", 2))),
                "[(1,{'k':2})]"),
            new Case("JSON", " {\"a\" : {\"b\":[1,\"x\"]}} ", "{\"a\":{\"b\":[1,\"x\"]}}"),
            new Case("JSON(max_dynamic_paths=8)", "{}", "{}"));
    List<String> types = cases.stream().map(Case::type).toList();
    List<Object> row = new ArrayList<>();
    cases.forEach(each -> row.add(each.value()));

    String name = write(types, List.of(row));

    String texts =
        IntStream.range(0, cases.size())
            .mapToObj(i -> "trim(TRAILING '\\0' FROM toString(c" + i + ")) AS t" + i)
            .collect(Collectors.joining(", "));
    GenericRecord found = server.rows("SELECT " + texts + " FROM $db." + name).get(0);
    for (int i = 0; i < cases.size(); i++) {
      assertThat(found.getString("t" + i)).as(cases.get(i).type()).isEqualTo(cases.get(i).text());
    }
  }

  /** What the server takes of JSON is more than this; what passes here, it takes. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void everyJsonThatPassesIsTakenByTheServer(@ForAll("documents") List<String> documents)
      throws Exception {
    List<List<Object>> valid = new ArrayList<>();
    for (String document : documents) {
      try {
        JsonText.check(document);
        valid.add(List.of(document));
      } catch (ValueRefused e) {
        assertThat(e).hasMessageMatching(".*(JSON|twice|64 bits|Float64|surrogate).*");
      }
    }
    if (!valid.isEmpty()) {
      String name = write(List.of("JSON"), valid);
      assertThat(server.number("SELECT count() FROM $db." + name)).isEqualTo(valid.size());
    }
  }

  @Provide
  Arbitrary<List<String>> documents() {
    Arbitrary<String> scalar =
        Arbitraries.of(
            "1",
            "-0",
            "null",
            "true",
            "1e308",
            "1e309",
            "0.1",
            "18446744073709551615",
            "-9223372036854775808",
            "18446744073709551616",
            "\"x\"",
            "\"\\u0000\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud800\"",
            "\"2024-01-01\"",
            "tru",
            "01",
            "\"\n\"");
    Arbitrary<String> value =
        Arbitraries.lazyOf(
            () -> scalar,
            () -> scalar,
            () -> scalar.list().ofMaxSize(3).map(all -> "[" + String.join(",", all) + "]"),
            this::document);
    return Arbitraries.frequencyOf(Tuple.of(5, document()), Tuple.of(1, value))
        .list()
        .ofMinSize(10)
        .ofMaxSize(40);
  }

  private Arbitrary<String> document() {
    Arbitrary<String> scalar =
        Arbitraries.of("1", "\"x\"", "null", "[{\"b\":1}]", "{}", "{\"b\":2}");
    return Combinators.combine(Arbitraries.of("a", "a.b", "c", "", "é"), scalar)
        .as((key, value) -> "\"" + key + "\":" + value)
        .list()
        .ofMaxSize(3)
        .map(members -> "{" + String.join(", ", members) + "}");
  }

  @Example
  void refusesBeforeSealingWhatATypeDoesNotHold() {
    refuses("Int128", BigInteger.TWO.pow(127), "out of range -17014");
    refuses("UInt256", -1, "out of range 0 to 11579");
    refuses("Float32", 1e39, "out of range -3.4028235E38");
    refuses("Float32", 1, "floating point");
    refuses("Decimal(9, 2)", new BigDecimal("1.001"), "more than 2 digits after the point");
    refuses("Decimal(9, 2)", new BigDecimal("12345678"), "more than 7 digits before the point");
    refuses("Decimal(9, 2)", new BigDecimal("1E+2000000000"), "digits before the point");
    refuses("Decimal(9, 2)", 1.5, "BigDecimals and whole numbers, not Double");
    refuses("FixedString(3)", "äü", "it has 4 bytes, more than 3");
    refuses("Date32", LocalDate.of(1899, 12, 31), "out of range 1900-01-01 to 2299-12-31");
    refuses("DateTime", Instant.ofEpochSecond(-1), "out of range 1970-01-01T00:00:00Z");
    refuses("DateTime", Instant.ofEpochSecond(0x1_0000_0000L), "to 2106-02-07T06:28:15Z");
    refuses("IPv4", Kind.address(new byte[16]), "IPv4 addresses");
    refuses("IPv6", "::1", "IP addresses (InetAddress), not String");
    refuses("Tuple(UInt8, UInt8)", List.of(1), "it has 1 elements and not 2");
    refuses("Tuple(a UInt8)", List.of(256), "out of range 0 to 255");
    refuses("Nested(a UInt8)", Arrays.asList((Object) null), "null is taken by Nullable");
    refuses("JSON", "[1]", "it is no JSON object");
    refuses("JSON", "{\"a\":1", "it is no JSON: ");
    refuses("JSON", "{} {}", "something follows");
    refuses("JSON", "{\"a.b\":1,\"a\":{\"b\":2}}", "the path 'a.b' comes twice");
    refuses("JSON", null, "null is taken by Nullable columns only");
  }

  private static void refuses(String type, Object value, String reason) {
    RowEncoder<Object> encoder =
        new RowEncoder<>(TableSchema.of(Column.of("c", type)), (v, row) -> row.value("c", v));
    assertThatThrownBy(() -> encoder.encode(value))
        .as("%s into %s", value, type)
        .isInstanceOf(InvalidRowException.class)
        .hasMessageContaining("column 'c' ")
        .hasMessageContaining(reason);
  }

  /** One block into a table of its own, whose name is returned; n numbers the rows. */
  private static String write(List<String> types, List<List<Object>> rows) throws Exception {
    String name = "t" + ++tables;
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("n", "UInt32"));
    for (int i = 0; i < types.size(); i++) {
      columns.add(Column.of("c" + i, types.get(i)));
    }
    Target target = server.target(name, new TableSchema(columns), "");
    String definition =
        columns.stream()
            .map(column -> column.name() + " " + column.type())
            .collect(Collectors.joining(", "));
    server.run(
        "CREATE TABLE $db."
            + name
            + " ("
            + definition
            + ", ingest_block UUID) ENGINE = MergeTree ORDER BY n SETTINGS"
            + " allow_suspicious_low_cardinality_types = 1, flatten_nested = 0,"
            + " non_replicated_deduplication_window = 10");
    RowMapper<Integer> mapper =
        (n, row) -> {
          row.integer("n", n);
          for (int i = 0; i < types.size(); i++) {
            row.value("c" + i, rows.get(n).get(i));
          }
        };
    RowEncoder<Integer> encoder = new RowEncoder<>(target.schema(), mapper);
    BlockAssembler assembler =
        new BlockAssembler(
            BlockHeader.of(target.schema()),
            BlockLimits.DEFAULT,
            BlockToken.source(),
            Clock.systemUTC());
    for (int n = 0; n < rows.size(); n++) {
      RowBuffer row = encoder.encode(n);
      assertThat(assembler.add("", row.array(), row.size())).isEmpty();
    }
    SealedBlock block = assembler.sealAll().get(0);
    try (ServerConnection connection = server.connection(target)) {
      assertThat(connection.insert(block)).isEqualTo(new InsertOutcome.Written());
    }
    return name;
  }

  private static List<GenericRecord> read(String name, int columns) {
    String texts =
        IntStream.range(0, columns)
            .mapToObj(i -> "hex(ifNull(toString(c" + i + "), 'NULL')) AS c" + i)
            .collect(Collectors.joining(", "));
    return server.rows("SELECT " + texts + " FROM $db." + name + " ORDER BY n");
  }
}
