package dev.hookline.devstack.clickhouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a statement ends and rows begin, and where a reading statement names its format. */
class StatementTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t FORMAT TSV\\n1|INSERT INTO t |TSV|1",
        "insert into t format TSV \\t 1|insert into t |TSV|1",
        "INSERT INTO t FORMAT TSV\\r\\n\\n1|INSERT INTO t |TSV|\\n1",
        "INSERT INTO TABLE d.t (a, format) SETTINGS x = 1 FORMAT JSONEachRow {}"
            + "|INSERT INTO TABLE d.t (a, format) SETTINGS x = 1 |JSONEachRow|{}",
        "INSERT INTO `format values` FORMAT TSV\\n|INSERT INTO `format values` |TSV|''",
        "INSERT INTO values VALUES (1)|INSERT INTO values |Values|' (1)'",
        "INSERT INTO format.format VALUES(1)|INSERT INTO format.format |Values|(1)",
        "/* FORMAT */ INSERT INTO t -- VALUES\\n FORMAT TSV\\nx"
            + "|'/* FORMAT */ INSERT INTO t -- VALUES\\n '|TSV|x",
        "INSERT INTO FUNCTION remote('h', d, t) FORMAT TSV\\n1"
            + "|INSERT INTO FUNCTION remote('h', d, t) |TSV|1"
      })
  void findsTheRowsOfAnInsert(String text, String statement, String format, String rows) {
    byte[] bytes = bytes(text);
    InsertHead head = InsertHead.parse(bytes, bytes.length).orElseThrow();

    assertThat(new String(head.statement(), StandardCharsets.UTF_8).strip())
        .isEqualTo(plain(statement).strip());
    assertThat(head.format()).isEqualTo(format);
    assertThat(
            new String(
                bytes, head.dataStart(), bytes.length - head.dataStart(), StandardCharsets.UTF_8))
        .isEqualTo(plain(rows));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 FORMAT TSV",
        "INSERT INTO t SELECT 1 FORMAT TSV",
        "INSERT INTO t (a) WITH 1 AS x SELECT x",
        "INSERT INTO t (SELECT 'FORMAT TSV')",
        "INSERT INTO t FROM INFILE 'x' FORMAT TSV",
        "-- INSERT INTO t FORMAT TSV",
        ""
      })
  void findsNoRowsElsewhere(String text) {
    byte[] bytes = bytes(text);
    assertThat(InsertHead.parse(bytes, bytes.length)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1|SELECT 1 INTO OUTFILE '/r' FORMAT D",
        "SELECT 1 FORMAT CSV|SELECT 1 INTO OUTFILE '/r' FORMAT CSV",
        "SELECT 1 AS format FORMAT CSV SETTINGS a = 1"
            + "|SELECT 1 AS format INTO OUTFILE '/r' FORMAT CSV SETTINGS a = 1",
        "SELECT format FROM t ; -- end|SELECT format FROM t INTO OUTFILE '/r' FORMAT D",
        "SELECT (SELECT 'FORMAT CSV') -- FORMAT X|SELECT (SELECT 'FORMAT CSV') INTO OUTFILE '/r' FORMAT D",
        "SELECT format('{}', 1)|SELECT format('{}', 1) INTO OUTFILE '/r' FORMAT D",
        "SELECT 'it''s \\\\' FORMAT CSV;|SELECT 'it''s \\\\' INTO OUTFILE '/r' FORMAT CSV"
      })
  void writesAResultToAFileInTheFormatAskedFor(String text, String expected) {
    ReadShape shape = ReadShape.of(text.getBytes(StandardCharsets.UTF_8));

    String whole = new String(shape.intoFile(Path.of("/r"), "D"), StandardCharsets.UTF_8);

    assertThat(whole.replaceAll("\\s+", " ")).isEqualTo(expected);
    assertThat(shape.intoOutfile()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1 INTO OUTFILE '/x'", "select 1 into/**/outfile '/x' FORMAT CSV"})
  void seesAStatementThatAsksForAFileItself(String text) {
    assertThat(ReadShape.of(text.getBytes(StandardCharsets.UTF_8)).intoOutfile()).isTrue();
  }

  /**
   * Rows are anybody's bytes: whatever follows the head must neither move it nor break the lexer.
   */
  @Property(tries = 300)
  void theHeadDoesNotDependOnTheRows(@ForAll @Size(max = 200) byte[] rows) {
    byte[] head = "INSERT INTO t (a) FORMAT RowBinary\n".getBytes(StandardCharsets.UTF_8);
    byte[] text = new byte[head.length + rows.length];
    System.arraycopy(head, 0, text, 0, head.length);
    System.arraycopy(rows, 0, text, head.length, rows.length);

    Optional<InsertHead> parsed = InsertHead.parse(text, text.length);

    assertThat(parsed).isPresent();
    assertThat(parsed.get().dataStart()).isEqualTo(head.length);
  }

  /** Any bytes at all: every loop ends. */
  @Property(tries = 300)
  void anyBytesAreRead(@ForAll @Size(max = 200) byte[] text) {
    assertThat(ReadShape.of(text).end()).isBetween(0, text.length);
    InsertHead.parse(text, text.length)
        .ifPresent(head -> assertThat(head.dataStart()).isBetween(0, text.length));
  }

  private static byte[] bytes(String text) {
    return plain(text).getBytes(StandardCharsets.UTF_8);
  }

  private static String plain(String text) {
    return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
  }
}
