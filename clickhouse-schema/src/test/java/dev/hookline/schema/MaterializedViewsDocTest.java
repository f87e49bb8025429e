package dev.hookline.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the commands of docs/materialized-views.md and holds their answers against the page. */
class MaterializedViewsDocTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final Path PAGE =
      Path.of(System.getProperty("hookline.root"), "docs", "materialized-views.md");

  /** A block of commands, and the block of output after it where there is one. */
  private static final Pattern STEP =
      Pattern.compile("```sh\\n(.*?)```\\n(?:```text\\n(.*?)```)?", Pattern.DOTALL);

  private static final Pattern COMMAND = Pattern.compile("sql \"([^\"]*)\"");

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  @AfterEach
  void drop() throws Exception {
    assertThat(answer("DROP DATABASE IF EXISTS try_views")).isEmpty();
  }

  @Test
  void everyCommandOfThePageGivesWhatThePageSays() throws Exception {
    Matcher step = STEP.matcher(Files.readString(PAGE));
    List<String> expected = new ArrayList<>();
    List<String> given = new ArrayList<>();
    while (step.find()) {
      StringBuilder answers = new StringBuilder();
      Matcher command = COMMAND.matcher(step.group(1));
      while (command.find()) {
        answers.append(answer(command.group(1)));
      }
      given.add(answers.toString());
      expected.add(step.group(2) == null ? "" : step.group(2));
    }
    assertThat(given).hasSizeGreaterThan(8).isEqualTo(expected);
    assertThat(expected)
        .as("the faults that the page is about")
        .contains("rows\t2\nview\t4\n", "placeholder\t7.5\nstate\t15\n");
  }

  /**
   * A ClickHouse server takes such a view; if the engine does one day, the page is to be changed.
   */
  @Test
  void aScalarSubqueryInAViewEndsTheInsertAfterTheTableHasTheRows() throws Exception {
    String block = "'00000000-0000-0000-0000-000000000001'";
    answer("CREATE DATABASE try_views");
    answer("CREATE TABLE try_views.rows (n UInt64, block UUID) ENGINE = MergeTree ORDER BY n");
    answer("CREATE TABLE try_views.maxima (m UInt64, block UUID) ENGINE = MergeTree ORDER BY m");
    answer(
        "CREATE MATERIALIZED VIEW try_views.fill TO try_views.maxima AS SELECT (SELECT max(n) FROM"
            + " try_views.rows) AS m, block FROM try_views.rows GROUP BY block");

    assertThat(answer("INSERT INTO try_views.rows VALUES (1, " + block + ")"))
        .startsWith("Code: 394.");

    assertThat(answer("SELECT count() FROM try_views.rows")).isEqualTo("1\n");
    assertThat(answer("SELECT count() FROM try_views.maxima")).isEqualTo("0\n");
  }

  /** As the page's curl sends it. */
  private String answer(String sql) throws IOException, InterruptedException {
    EmbeddedClickHouse server = STACK.clickHouse();
    String login = EmbeddedClickHouse.WRITER + ":" + server.writerPassword();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/?async_insert=0"))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)))
            .timeout(Duration.ofSeconds(30))
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
