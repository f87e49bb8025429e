package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine has no users; the process has a writer and a read-only analyst. */
class UsersTest {
  private RawHttp writer;
  private RawHttp analyst;

  @BeforeEach
  void createTable() {
    writer = RunningClickHouse.writerInNewDatabase();
    analyst =
        new RawHttp(
            writer.url(),
            EmbeddedClickHouse.ANALYST,
            RunningClickHouse.server().analystPassword(),
            writer.database());
    writer.ok("CREATE TABLE notes (id UInt32) ENGINE = MergeTree ORDER BY id");
    writer.ok("INSERT INTO notes VALUES (1)");
  }

  @Test
  void theAnalystReads() {
    assertThat(analyst.ok("SELECT id FROM notes")).isEqualTo("1");
    assertThat(analyst.ok("SHOW TABLES")).isEqualTo("notes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO notes VALUES (2)",
        "INSERT INTO notes FORMAT TSV\n2\n",
        "INSERT INTO notes SELECT 2",
        "CREATE TABLE more (id UInt32) ENGINE = Memory",
        "DROP TABLE notes",
        "TRUNCATE TABLE notes",
        "ALTER TABLE notes DELETE WHERE 1",
        "OPTIMIZE TABLE notes FINAL",
        "SYSTEM STOP MERGES",
        "KILL QUERY WHERE 1 ASYNC",
        "SET readonly = 0",
        "SELECT 1 SETTINGS readonly = 0",
        "SELECT * FROM file('/etc/hostname', 'LineAsString')",
        "SELECT * FROM `/etc/hostname`"
      })
  void theAnalystCannotWriteNorLeaveTheDatabaseNorLiftTheLimit(String statement) {
    for (HttpResponse<byte[]> response :
        List.of(analyst.post(statement), analyst.post(statement, "readonly", "0"))) {
      assertThat(RawHttp.text(response)).startsWith("Code: ");
      assertThat(response.statusCode()).isGreaterThanOrEqualTo(400);
    }
    assertThat(writer.ok("SELECT count() FROM notes")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "hookline_writer, wrong",
    "hookline_analyst, ''",
    "default, ''",
    "nobody, demo-writer-password"
  })
  void refusesOtherCredentials(String user, String password) {
    HttpResponse<byte[]> response =
        new RawHttp(writer.url(), user, password, null).post("SELECT 1");

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.headers().firstValue("X-ClickHouse-Exception-Code")).hasValue("516");
    assertThat(RawHttp.text(response)).startsWith("Code: 516.").doesNotContain("demo-");
  }

  @Test
  void takesCredentialsAsBasicAuthenticationAndAsParameters() {
    String pair = writer.user() + ":" + writer.password();
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder root = HttpRequest.newBuilder(URI.create(writer.url() + "/"));
    HttpRequest.Builder inUrl =
        HttpRequest.newBuilder(
            URI.create(
                writer.url() + "/?user=" + writer.user() + "&password=" + writer.password()));

    assertThat(body(root.header("Authorization", "Basic " + basic))).isEqualTo("1\n");
    assertThat(body(inUrl)).isEqualTo("1\n");
    assertThat(body(HttpRequest.newBuilder(URI.create(writer.url() + "/"))))
        .startsWith("Code: 516.");
  }

  private static String body(HttpRequest.Builder request) {
    return RawHttp.text(RawHttp.send(request.POST(BodyPublishers.ofString("SELECT 1")).build()));
  }
}
