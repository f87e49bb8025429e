package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the process answers to bare HTTP, as a server would. */
class HttpInterfaceTest {
  private RawHttp writer;

  @BeforeEach
  void createTable() {
    writer = RunningClickHouse.writerInNewDatabase();
    writer.ok(
        "CREATE TABLE notes (id UInt32, note String) ENGINE = MergeTree ORDER BY id "
            + "SETTINGS non_replicated_deduplication_window = 100");
  }

  @Test
  void aBlankLineAndAStatementInsideTextRowsAreRows() {
    writer.ok("CREATE TABLE lines (line String) ENGINE = MergeTree ORDER BY line");

    writer.ok("INSERT INTO lines FORMAT LineAsString\nfirst\n\nDROP TABLE lines;\n");

    assertThat(writer.ok("SELECT line FROM lines ORDER BY line"))
        .isEqualTo("\nDROP TABLE lines;\nfirst");
  }

  @Test
  void aBlankLineAndAStatementInsideBinaryRowsAreRows() {
    String hostile = "a\n\nDROP TABLE notes\n\n";
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes("INSERT INTO notes FORMAT RowBinary\n".getBytes(StandardCharsets.UTF_8));
    body.writeBytes(new byte[] {7, 0, 0, 0, (byte) hostile.length()});
    body.writeBytes(hostile.getBytes(StandardCharsets.UTF_8));

    assertThat(writer.post(body.toByteArray()).statusCode()).isEqualTo(200);

    assertThat(writer.ok("SELECT id, note FROM notes"))
        .isEqualTo("7\ta\\n\\nDROP TABLE notes\\n\\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(1,'a\n\nDROP TABLE notes')", "(1,'a;\nDROP TABLE notes');"})
  void aBlankLineAndAStatementInsideValuesAreRows(String values) {
    writer.ok("INSERT INTO notes (id, note) VALUES " + values);

    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1; SELECT 2",
        "SELECT 1;\nDROP TABLE notes",
        "INSERT INTO notes VALUES (1, 'a'); DROP TABLE notes",
        "INSERT INTO notes SELECT 1, 'a'; DROP TABLE notes"
      })
  void refusesASecondStatement(String statements) {
    HttpResponse<byte[]> response = writer.post(statements);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(RawHttp.text(response)).startsWith("Code: 62.").contains("Multi-statements");
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("0");
  }

  @Test
  void aSemicolonAtTheEndIsOneStatement() {
    assertThat(writer.ok("SELECT 1; -- the end\n")).isEqualTo("1");
    writer.ok("INSERT INTO notes VALUES (1, 'a');\n");
    assertThat(writer.ok("SELECT count() FROM notes;")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({"CSVWithNames, 1", "TSVWithNames, 1", "TSVWithNamesAndTypes, 2"})
  void aLargeResultHasItsHeaderOnce(String format, int headerLines) {
    int rows = 500_000;

    String answer =
        writer.ok("SELECT number AS the_number FROM numbers(" + rows + ") FORMAT " + format);

    assertThat(answer.lines().filter(line -> line.contains("the_number")).count()).isEqualTo(1);
    assertThat(answer.lines().count()).isEqualTo(rows + headerLines);
  }

  @Test
  void aResultThatFailsInItsMiddleIsAnErrorAndNotACutAnswer() {
    HttpResponse<byte[]> response =
        writer.post("SELECT throwIf(number = 5000000) FROM numbers(10000000)");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.headers().firstValue("X-ClickHouse-Exception-Code")).hasValue("395");
    assertThat(RawHttp.text(response)).startsWith("Code: 395. DB::Exception").contains("(version ");
  }

  @Test
  void nothingOfAFailedResultComesOutLater() {
    assertThat(writer.post("SELECT throwIf(number = 500000) FROM numbers(1000000)").statusCode())
        .isEqualTo(500);

    assertThat(writer.ok("SELECT 'clean'")).isEqualTo("clean");
  }

  @Test
  void aResultOverTheLimitIsAnError() {
    HttpResponse<byte[]> response =
        writer.post("SELECT number FROM numbers(100000)", "max_result_bytes", "1000");

    assertThat(RawHttp.text(response)).startsWith("Code: 396.");
  }

  @Test
  void takesTheStatementFromTheUrlAndTheRowsFromTheBody() {
    HttpResponse<byte[]> response =
        writer.post("1\tone\n2\ttwo\n", "query", "INSERT INTO notes FORMAT TSV");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("X-ClickHouse-Summary").orElseThrow())
        .contains("\"written_rows\":\"2\"");
    assertThat(writer.ok("SELECT groupArray(note) FROM notes")).isEqualTo("['one','two']");
  }

  @Test
  void takesAStatementThatBeginsInTheUrlAndEndsInTheBody() {
    assertThat(RawHttp.text(writer.post("1 + 2", "query", "SELECT"))).isEqualTo("3\n");
    assertThat(writer.post("(1,'a')", "query", "INSERT INTO notes VALUES").statusCode())
        .isEqualTo(200);
    assertThat(writer.post("VALUES (2,'b')", "query", "INSERT INTO notes").statusCode())
        .isEqualTo(200);
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("2");
  }

  @Test
  void writesOneInsertAsOnePart() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      rows.append(i).append("\tsome note of a usual length\n");
    }
    assertThat(writer.post(rows.toString(), "query", "INSERT INTO notes FORMAT TSV").statusCode())
        .isEqualTo(200);

    assertThat(
            writer.ok(
                "SELECT max(rows) FROM system.parts WHERE table = 'notes' AND level = 0 "
                    + "AND database = currentDatabase()"))
        .isEqualTo("200000");
  }

  @Test
  void dropsABlockWhoseTokenWasUsedAndAlsoInAView() {
    writer.ok(
        "CREATE TABLE totals (n UInt64) ENGINE = MergeTree ORDER BY n "
            + "SETTINGS non_replicated_deduplication_window = 100");
    writer.ok("CREATE MATERIALIZED VIEW to_totals TO totals AS SELECT count() AS n FROM notes");
    for (int i = 0; i < 2; i++) {
      HttpResponse<byte[]> response =
          writer.post(
              "1\tone\n2\ttwo\n",
              "query",
              "INSERT INTO notes FORMAT TSV",
              "insert_deduplication_token",
              "block-1",
              "deduplicate_blocks_in_dependent_materialized_views",
              "1");
      assertThat(response.statusCode()).isEqualTo(200);
    }

    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("2");
    assertThat(writer.ok("SELECT sum(n) FROM totals")).isEqualTo("2");
  }

  @Test
  void bindsParametersAndAppliesSettings() {
    HttpResponse<byte[]> response =
        writer.get(
            "query", "SELECT {text:String}, {number:UInt8} + 1, getSetting('max_threads')",
            "param_text", "it's\\nhere",
            "param_number", "41",
            "max_threads", "3");

    assertThat(RawHttp.text(response)).isEqualTo("it\\'s\\nhere\t42\t3\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELEC 1|400|62",
        "SELECT * FROM no_such_table|404|60",
        "SELECT no_such_function(1)|404|46",
        "USE no_such_database|404|81",
        "SELECT 1 SETTINGS no_such_setting = 1|404|115",
        "SELECT 1 FORMAT NoSuchFormat|404|73",
        "SELECT toDate('x')|400|38",
        "SELECT count() FROM system.numbers SETTINGS max_execution_time = 1|408|159",
        "SELECT 1 INTO OUTFILE '/tmp/never-written'|501|48"
      })
  void answersErrorsWithTheServersStatusAndCode(String statement, int status, String code) {
    HttpResponse<byte[]> response = writer.post(statement);

    assertThat(response.headers().firstValue("X-ClickHouse-Exception-Code")).hasValue(code);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(RawHttp.text(response)).startsWith("Code: " + code + ". DB::Exception: ");
  }

  @Test
  void refusesAnUnknownSettingOfTheRequest() {
    assertThat(RawHttp.text(writer.post("SELECT 1", "no_such_setting", "1")))
        .startsWith("Code: 115.");
    assertThat(RawHttp.text(writer.post("SELECT 1", "max_threads = 1, x", "1")))
        .startsWith("Code: 115.");
  }

  @Test
  void describesEachAnswer() {
    HttpResponse<byte[]> response =
        writer.post("SELECT 1 AS one", "default_format", "JSONEachRow", "query_id", "my-query");

    assertThat(RawHttp.text(response)).isEqualTo("{\"one\":1}\n");
    assertThat(response.headers().firstValue("X-ClickHouse-Format")).hasValue("JSONEachRow");
    assertThat(response.headers().firstValue("X-ClickHouse-Query-Id")).hasValue("my-query");
    assertThat(response.headers().firstValue("X-ClickHouse-Timezone")).hasValue("UTC");
    assertThat(response.headers().firstValue("X-ClickHouse-Server-Display-Name")).isPresent();
    assertThat(response.headers().firstValue("Content-Length"))
        .hasValue(Integer.toString(response.body().length));
    assertThat(response.headers().firstValue("X-ClickHouse-Summary").orElseThrow())
        .contains("\"result_rows\":\"1\"");
  }

  @Test
  void aStatementsFormatBeatsTheRequests() {
    HttpResponse<byte[]> response =
        writer.post(
            "SELECT 1 AS format FORMAT CSV SETTINGS max_threads = 1", "default_format", "JSON");

    assertThat(RawHttp.text(response)).isEqualTo("1\n");
    assertThat(response.headers().firstValue("X-ClickHouse-Format")).hasValue("CSV");
  }

  @Test
  void takesGzipAndLz4FramesAndAnswersInThem() throws IOException {
    byte[] rows = "1\tone\n2\ttwo\n".getBytes(StandardCharsets.UTF_8);
    insertEncoded("gzip", encoded(rows, "gzip"));
    insertEncoded("lz4", encoded(rows, "lz4"));
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("2"); // the same block twice

    assertThat(new GZIPInputStream(selectEncoded("gzip")).readAllBytes()).isEqualTo(rows);
    assertThat(new LZ4FrameInputStream(selectEncoded("lz4")).readAllBytes()).isEqualTo(rows);
  }

  @Test
  void namesTheEncodingsWhenItIsAskedForAnother() {
    HttpResponse<byte[]> response =
        RawHttp.send(
            writer
                .request()
                .header("Content-Encoding", "br")
                .POST(BodyPublishers.ofString("SELECT 1"))
                .build());

    assertThat(response.statusCode()).isEqualTo(501);
    assertThat(RawHttp.text(response)).contains("br").contains("lz4, gzip, deflate");
  }

  @Test
  void aGetOnlyReads() {
    HttpResponse<byte[]> response = writer.get("query", "DROP TABLE notes");

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(RawHttp.text(response)).startsWith("Code: 164.");
    assertThat(RawHttp.text(writer.get("query", "SELECT 1"))).isEqualTo("1\n");
  }

  @Test
  void answersThePing() {
    HttpResponse<byte[]> response =
        RawHttp.send(
            java.net.http.HttpRequest.newBuilder(java.net.URI.create(writer.url() + "/ping"))
                .GET()
                .build());

    assertThat(RawHttp.text(response)).isEqualTo("Ok.\n");
  }

  @Test
  void refusesAStatementOverTheLimit() {
    HttpResponse<byte[]> response = writer.post("SELECT '" + "x".repeat(2 << 20) + "'");

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(RawHttp.text(response)).startsWith("Code: 66.").contains("1048576");
  }

  @Test
  void anErrorIsReadableAlthoughALargeBodyFollows() {
    byte[] body = new byte[8 << 20];
    HttpResponse<byte[]> response =
        writer.post(body, "query", "INSERT INTO no_such_table FORMAT RowBinary");

    assertThat(response.statusCode()).isEqualTo(404);
  }

  private void insertEncoded(String encoding, byte[] body) {
    HttpResponse<byte[]> response =
        RawHttp.send(
            writer
                .request("query", "INSERT INTO notes FORMAT TSV")
                .header("Content-Encoding", encoding)
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    assertThat(response.statusCode()).as(RawHttp.text(response)).isEqualTo(200);
  }

  private ByteArrayInputStream selectEncoded(String encoding) {
    HttpResponse<byte[]> response =
        RawHttp.send(
            writer
                .request("enable_http_compression", "1")
                .header("Accept-Encoding", encoding)
                .POST(BodyPublishers.ofString("SELECT * FROM notes ORDER BY id"))
                .build());
    assertThat(response.headers().firstValue("Content-Encoding")).hasValue(encoding);
    return new ByteArrayInputStream(response.body());
  }

  private static byte[] encoded(byte[] plain, String encoding) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        encoding.equals("gzip") ? new GZIPOutputStream(bytes) : new LZ4FrameOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }
}
