package dev.hookline.sink.clickhouse.internal.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.TableSchema;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowEncoderTest {

  @ParameterizedTest
  @CsvSource({
    "Int8,-128,127",
    "Int16,-32768,32767",
    "Int32,-2147483648,2147483647",
    "Int64,-9223372036854775808,9223372036854775807",
    "UInt8,0,255",
    "UInt16,0,65535",
    "UInt32,0,4294967295",
    "UInt64,0,18446744073709551615"
  })
  void takesWholeNumbersUpToTheirLimitsAndNoFurther(String type, String min, String max) {
    assertThat(encoded(type, new BigInteger(min))).isNotEmpty();
    assertThat(encoded(type, new BigInteger(max))).isNotEmpty();
    refuses(
        type, new BigInteger(min).subtract(BigInteger.ONE), "out of range " + min + " to " + max);
    refuses(type, new BigInteger(max).add(BigInteger.ONE), "out of range " + min + " to " + max);
  }

  @Test
  void anErrorNamesColumnTypeValueAndRow() {
    RowEncoder<String> encoder =
        new RowEncoder<>(
            TableSchema.of(Column.of("size", "UInt8")),
            (value, row) -> row.integer("size", value.length()));

    assertThatThrownBy(() -> encoder.encode("x".repeat(1000)))
        .isInstanceOf(InvalidRowException.class)
        .hasMessageStartingWith(
            "column 'size' UInt8 cannot hold 1000: out of range 0 to 255; row: 'xxx")
        .hasMessageEndingWith("…' (1000 characters)")
        .extracting(e -> ((InvalidRowException) e).column())
        .isEqualTo("size");
  }

  @Test
  void refusesWhatTheTypeDoesNotHold() {
    refuses("String", null, "null is taken by Nullable columns only");
    refuses("String", 5, "it takes text or bytes, not Integer");
    refuses("LowCardinality(String)", null, "null is taken");
    refuses("Bool", 1L, "true or false");
    refuses("Float64", 1L, "floating point");
    refuses("UUID", "x", "UUIDs");
    refuses("Date", LocalDate.of(1969, 12, 31), "out of range 1970-01-01 to 2149-06-06");
    refuses("Date", LocalDate.of(2149, 6, 7), "out of range");
    refuses("DateTime64(3, 'UTC')", Instant.parse("2300-01-01T00:00:00Z"), "out of range");
    refuses("DateTime64(3, 'UTC')", Instant.parse("1899-12-31T23:59:59Z"), "out of range");
    refuses("DateTime64(9, 'UTC')", Instant.parse("2262-04-12T00:00:00Z"), "out of range");
    refuses("Enum8('a' = 1, 'b' = 2)", "c", "it knows only [a, b]");
    refuses("Array(Nullable(UInt8))", Arrays.asList(1, null, 256), "out of range 0 to 255");
    refuses("Array(UInt8)", Arrays.asList(1, null), "null is taken");
    refuses("Map(String, Int64)", Map.of("a", "b"), "whole numbers");
    Map<String, Long> nullKey = new HashMap<>();
    nullKey.put(null, 1L);
    refuses("Map(String, Int64)", nullKey, "null is taken");
  }

  @Test
  void writesMillisAndInstantsAlikeBeforeAndAfter1970() {
    for (long millis : new long[] {-1L, -1001L, 0L, 1_700_000_000_123L}) {
      for (int precision = 0; precision <= 9; precision++) {
        String type = "DateTime64(" + precision + ", 'UTC')";
        RowEncoder<Long> byMillis =
            new RowEncoder<>(
                TableSchema.of(Column.of("c", type)),
                (value, row) -> row.timestampMillis("c", value));
        assertThat(bytes(byMillis.encode(millis)))
            .as("%d ms as %s", millis, type)
            .isEqualTo(encoded(type, Instant.ofEpochMilli(millis)));
      }
    }
  }

  @Test
  void refusesAMapperThatSkipsDoublesOrSwapsAColumn() {
    TableSchema schema = TableSchema.of(Column.of("a", "UInt8"), Column.of("b", "UInt8"));

    assertThatThrownBy(
            () -> new RowEncoder<Integer>(schema, (v, row) -> row.integer("b", v)).encode(1))
        .hasMessage("the row mapper gave column 'b' where 'a' is due");
    assertThatThrownBy(
            () -> new RowEncoder<Integer>(schema, (v, row) -> row.integer("a", v)).encode(1))
        .hasMessage("the row mapper gave 1 of 2 columns: 'b' is missing");
    assertThatThrownBy(
            () ->
                new RowEncoder<Integer>(
                        schema, (v, row) -> row.integer("a", v).integer("b", v).integer("c", v))
                    .encode(1))
        .hasMessage("the row mapper gave column 'c' after the last one of the schema");
  }

  @Test
  void aRefusedRowLeavesNothingBehind() {
    RowEncoder<Integer> encoder =
        new RowEncoder<>(
            TableSchema.of(Column.of("a", "String"), Column.of("b", "UInt8")),
            (v, row) -> row.string("a", "text").integer("b", v));
    byte[] before = bytes(encoder.encode(1));

    assertThatThrownBy(() -> encoder.encode(256)).isInstanceOf(InvalidRowException.class);

    assertThat(bytes(encoder.encode(1))).isEqualTo(before);
  }

  @Test
  void beginsABlockWithNamesAndTypesAndTheBlocksOwnColumn() {
    byte[] header = BlockHeader.of(TableSchema.of(Column.of("a", "UInt8")));

    assertThat(header)
        .isEqualTo(
            concat(new byte[] {2}, text("a"), text("ingest_block"), text("UInt8"), text("UUID")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DateTime64(3,'UTC')                 | DateTime64(3, 'UTC')",
        "Map(LowCardinality(String),Int64)   | Map(LowCardinality(String), Int64)",
        "Enum8('a'=1,'b, (c)' =-2)           | Enum8('b, (c)' = -2, 'a' = 1)",
        "Decimal64( 3 )                      | Decimal(18, 3)",
        "Array(Decimal(7))                   | Array(Decimal(7, 0))",
        "Tuple(a  UInt8,`b c`   Array(Int8)) | Tuple(a UInt8, `b c` Array(Int8))",
        "Nested( a UInt8 )                   | Nested(a UInt8)",
        "JSON(max_dynamic_paths = 8)         | JSON(max_dynamic_paths=8)",
        " Array( Nullable(UInt8) )           | Array(Nullable(UInt8))",
        "LowCardinality( Nullable(String))   | LowCardinality(Nullable(String))"
      },
      quoteCharacter = '"')
  void spellsATypeAsTheServerDoes(String written, String spelled) {
    assertThat(ColumnTypes.canonical(written)).isEqualTo(spelled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Variant(String, UInt8)    | is not written by this sink; it writes Int8 to Int256",
        "Int512                    | is not written by this sink",
        "Decimal(77, 2)            | Decimal needs a precision of 1 to 76",
        "Decimal32(10)             | Decimal needs a scale of 0 to 9",
        "FixedString(0)            | FixedString needs a number of bytes of 1 to 16777215",
        "DateTime(UTC)             | write its time zone in quotes",
        "DateTime('Mars/Olympus')  | 'Mars/Olympus' is no time zone",
        "JSON(a UInt8)             | cannot check a value against 'a UInt8'",
        "Tuple                     | Tuple needs at least one element",
        "Map(Nullable(String), Int8) | the server has no Map of Nullable(String)",
        "Nullable(Tuple(String))   | the server has no Nullable of Tuple(String)",
        "LowCardinality(Nullable(Decimal(9, 2))) | the server has no LowCardinality of Decimal",
        "String(3)                 | is not written by this sink",
        "Nullable(Array(String))   | the server has no Nullable of Array(String)",
        "Map(String)               | Map takes 2 argument(s)",
        "DateTime64(12, 'UTC')     | precision of 0 to 9",
        "Enum8('a' = 300)          | 300 does not fit Enum8",
        "Enum8('a')                | write each value as 'name' = number",
        "Array(String              | lacks a closing parenthesis",
        "Map(String,, Int64)       | is not well-formed"
      },
      quoteCharacter = '"')
  void refusesATypeThatItDoesNotWriteAndSaysWhy(String type, String reason) {
    assertThatThrownBy(() -> Column.of("c", type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("column 'c': ")
        .hasMessageContaining(reason);
  }

  @Test
  void takesEveryKindOfValueByItsMethodOrByItsJavaType() {
    TableSchema schema =
        TableSchema.of(
            Column.of("s", "Nullable(String)"),
            Column.of("i", "Nullable(Int32)"),
            Column.of("f", "Nullable(Float64)"),
            Column.of("b", "Nullable(Bool)"),
            Column.of("u", "Nullable(UUID)"),
            Column.of("t", "Nullable(DateTime64(3))"),
            Column.of("d", "Nullable(Date)"),
            Column.of("m", "Map(String, UInt8)"),
            Column.of("a", "Array(String)"));
    UUID uuid = new UUID(1, 2);
    LocalDate day = LocalDate.of(2024, 2, 29);
    RowEncoder<Integer> typed =
        new RowEncoder<>(
            schema,
            (v, row) ->
                row.string("s", "x")
                    .integer("i", v)
                    .float64("f", 1.5)
                    .bool("b", true)
                    .uuid("u", uuid)
                    .timestampMillis("t", 99)
                    .date("d", day)
                    .map("m", Map.of("k", 1))
                    .array("a", List.of("e")));
    RowEncoder<Integer> boxed =
        new RowEncoder<>(
            schema,
            (v, row) ->
                row.value("s", "x")
                    .value("i", v)
                    .value("f", 1.5)
                    .value("b", true)
                    .value("u", uuid)
                    .value("t", Instant.ofEpochMilli(99))
                    .value("d", day)
                    .value("m", Map.of("k", 1))
                    .value("a", List.of("e")));

    assertThat(bytes(typed.encode(7))).isEqualTo(bytes(boxed.encode(7)));
  }

  @Test
  void writesAShortTextAsItWritesTheBytesOfIt() {
    for (String character : List.of("x", "\u0000", "\u007F", "\u0080", "é", "€", "\uD83D\uDE00")) {
      for (int before : new int[] {0, 1, 63, 126, 127, 128, 4095, 4096, 20_000}) {
        for (int after : new int[] {0, 1, 64}) {
          String text = "a".repeat(before) + character + "b".repeat(after);

          assertThat(encoded("LowCardinality(String)", text))
              .isEqualTo(encoded("String", text.getBytes(UTF_8)));
        }
      }
    }
  }

  private static byte[] encoded(String type, Object value) {
    RowEncoder<Object> encoder =
        new RowEncoder<>(TableSchema.of(Column.of("c", type)), (v, row) -> row.value("c", v));
    return bytes(encoder.encode(value));
  }

  private static void refuses(String type, Object value, String reason) {
    assertThatThrownBy(() -> encoded(type, value))
        .as("%s into %s", value, type)
        .isInstanceOf(InvalidRowException.class)
        .hasMessageContaining("column 'c'")
        .hasMessageContaining(reason);
  }

  private static byte[] bytes(RowBuffer buffer) {
    return Arrays.copyOf(buffer.array(), buffer.size());
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    return concat(new byte[] {(byte) bytes.length}, bytes);
  }

  private static byte[] concat(byte[]... parts) {
    java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
