package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.contract.Source;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.jobs.normalise.Bodies.Example;
import dev.hookline.schema.AuditQueries;
import dev.hookline.schema.LogCut;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The job and the audit count by two programs from one page of definitions: docs/metrics.md. Here
 * both count the same bodies: what GitHub publishes, the project's own, and each of those that are
 * counted with every odd time and every odd account put into it. Each body is an organisation of
 * its own, so a difference names its body.
 */
class RecountAgreementTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final String DATABASE = "agreement";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** JSON that may stand where a time should. */
  private static final List<String> TIMES =
      List.of(
          "null",
          "true",
          "{}",
          "[]",
          "''",
          "'yesterday'",
          "'2026-03-02'",
          "'2026-03-02T10:00:00'",
          "'2026-03-02T10:00:00Z'",
          "'2026-03-02T10:00Z'",
          "'2026-03-02T10:00:00.123456789Z'",
          "'2026-03-02T10:59:59.9999+01:00'",
          "'2026-03-02T10:00:00-0330'",
          "'2026-03-02T10:00:00+05'",
          "'2026-03-02T24:00:00Z'",
          "'2026-03-02T23:60:00Z'",
          "'2026-03-02T10:00:60Z'",
          "'2026-13-02T10:00:00Z'",
          "'2026-02-29T10:00:00Z'",
          "'2024-02-29T10:00:00Z'",
          "'2026-04-31T10:00:00Z'",
          "'2026-03-02T10:00:00+18:00'",
          "'2026-03-02T10:00:00+19:00'",
          "'2026-03-02T10:00:00+01:60'",
          "'2026-03-02t10:00:00z'",
          "' 2026-03-02T10:00:00Z'",
          "'0001-01-01T00:00:00Z'",
          "'1969-12-31T23:59:59.999Z'",
          "'1970-01-01T00:00:00Z'",
          "'1970-01-01T00:30:00+01:00'",
          "'2026-03-03T12:00:00Z'",
          "'2026-03-03T12:00:00.001Z'",
          "'2099-12-31T23:59:59Z'",
          "'2100-01-01T00:00:00Z'",
          "'9999-12-31T23:59:59Z'",
          "'+12026-03-02T10:00:00Z'",
          "0",
          "-1",
          "1.5",
          "1772445600",
          "'1772445600'",
          "1772445600000",
          "'1772445600000'",
          "4398046511104",
          "4398046511105",
          "9223372036854775807",
          "18446744073709551615",
          "'99999999999999999999'");

  /** JSON that may stand where an account should. */
  private static final List<String> ACCOUNTS =
      List.of(
          "null",
          "'abbott'",
          "[]",
          "{}",
          "{'id': 7}",
          "{'id': '7', 'login': 'x'}",
          "{'id': 7.5, 'login': 'x'}",
          "{'id': -7, 'login': 'x'}",
          "{'id': 'seven', 'login': 'x'}",
          "{'id': null, 'login': 'x'}",
          "{'id': 9223372036854775807, 'login': 'x'}",
          "{'id': 7, 'login': 'abbott', 'type': 'User'}",
          "{'id': 7, 'login': 'bot', 'type': 'Organization'}",
          "{'id': 7, 'login': 'x[bot]', 'type': 'User'}",
          "{'id': 7, 'login': '[bot]x', 'type': 'bot'}",
          "{'id': 7, 'login': 'x', 'type': 'Bot'}",
          "{'id': 7, 'login': 'Ghost', 'type': 'User'}",
          "{'id': 10137, 'login': 'ghost', 'type': 'User'}",
          "{'accountId': 'a', 'accountType': 'atlassian', 'displayName': 'A'}",
          "{'accountId': 'a', 'accountType': 'app'}",
          "{'accountId': 'unknown', 'displayName': 'Former user'}",
          "{'accountId': 'unknown', 'name': 'n'}",
          "{'accountId': '', 'key': 'k', 'name': 'n'}",
          "{'accountId': null, 'key': '', 'name': 'n'}",
          "{'key': 'unknown'}",
          "{'name': 'x[bot]'}",
          "{'displayName': 'only a name'}",
          "{'accountId': 17}",
          "{'name': 'O\\'Neil \\\\ \\u00e9'}");

  /** JSON that may stand for a resolution. */
  private static final List<String> ENDS = List.of("null", "''", "'1'", "'0'", "0", "{}", "false");

  private static final List<String> FLAGS = List.of("true", "false", "null", "1", "'true'", "{}");
  private static final List<String> FIELDS = List.of("'resolution'", "''", "null", "'x'");

  private static final Set<String> COUNTED =
      Set.of(
          "pull_request/opened",
          "pull_request/closed",
          "pull_request_review/submitted",
          "pull_request_review_comment/created",
          "issues/opened",
          "issues/closed");

  private static final int ROWS_AT_ONCE = 250;

  private static HttpClient http;

  private final List<String> rows = new ArrayList<>();
  private int added;

  @BeforeAll
  static void migrate() {
    http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    EmbeddedClickHouse server = STACK.clickHouse();
    new Migrator(
            MigrationSettings.of(
                    URI.create(server.httpUrl()),
                    EmbeddedClickHouse.WRITER,
                    server.writerPassword(),
                    server.analystPassword())
                .withDatabase(DATABASE))
        .migrate();
  }

  @Test
  void theAuditCountsEveryBodyAsTheJobDoes() throws Exception {
    Set<String> varied = new HashSet<>();
    for (Example example : Bodies.githubExamples()) {
      add(Source.GITHUB, example.eventType(), example.body());
      String kind = example.eventType() + "/" + example.body().path("action").asText();
      if (COUNTED.contains(kind) && varied.add(kind)) {
        addVariants(Source.GITHUB, example.eventType(), example.body());
      }
    }
    for (Map.Entry<String, Example> file : ownJiraBodies().entrySet()) {
      add(Source.JIRA, file.getValue().eventType(), file.getValue().body());
      addVariants(Source.JIRA, file.getValue().eventType(), file.getValue().body());
    }
    flush();

    LogCut cut = new LogCut(Map.of(0, new LogCut.Span(0, added)));
    JsonNode summary =
        JSON.readTree(
            ask(
                new AuditQueries(DATABASE, "webhook-events", cut).aggregateSummary()
                    + " FORMAT JSONEachRow",
                ""));
    assertThat(summary.path("examples")).as(summary.toString()).isEmpty();
    assertThat(summary.path("unverified_cells").asLong()).isZero();
    assertThat(summary.path("cells").asLong()).isGreaterThan(1_000);
  }

  /** The bodies whose fault the job rejects have no row, so nothing is counted on either side. */
  private static Map<String, Example> ownJiraBodies() throws IOException {
    Map<String, Example> bodies = Bodies.jiraBodies(Path.of("src/test/resources/bodies/jira"));
    bodies.remove("issue_is_text.json");
    return bodies;
  }

  private void addVariants(Source source, String type, JsonNode body)
      throws IOException, InterruptedException {
    List<String> times =
        switch (type) {
          case "pull_request" ->
              List.of(
                  "/pull_request/created_at", "/pull_request/merged_at", "/pull_request/closed_at");
          case "pull_request_review" -> List.of("/review/submitted_at", "/pull_request/created_at");
          case "pull_request_review_comment" -> List.of("/comment/created_at");
          case "issues" -> List.of("/issue/created_at", "/issue/closed_at");
          case "jira:issue_created" -> List.of("/issue/fields/created", "/timestamp");
          case "jira:issue_updated" -> List.of("/issue/fields/resolutiondate", "/timestamp");
          default -> List.of();
        };
    List<String> accounts =
        switch (type) {
          case "pull_request" -> List.of("/pull_request/user");
          case "pull_request_review" -> List.of("/review/user", "/pull_request/user");
          case "pull_request_review_comment" -> List.of("/comment/user");
          case "issues" -> List.of("/issue/user", "/sender");
          case "jira:issue_created" -> List.of("/issue/fields/creator", "/user");
          case "jira:issue_updated" -> List.of("/user");
          default -> List.of();
        };
    for (String path : times) {
      addEach(source, type, body, path, TIMES);
    }
    for (String path : accounts) {
      addEach(source, type, body, path, ACCOUNTS);
    }
    if (type.equals("pull_request")) {
      addEach(source, type, body, "/pull_request/merged", FLAGS);
    }
    for (int item = 0; item < body.at("/changelog/items").size(); item++) {
      String path = "/changelog/items/" + item;
      addEach(source, type, body, path + "/from", ENDS);
      addEach(source, type, body, path + "/to", ENDS);
      addEach(source, type, body, path + "/fieldId", FIELDS);
      addEach(source, type, body, path + "/field", FIELDS);
    }
  }

  private void addEach(Source source, String type, JsonNode body, String path, List<String> values)
      throws IOException, InterruptedException {
    for (String value : values) {
      addWith(source, type, body, path, value);
    }
  }

  private void addWith(Source source, String type, JsonNode body, String path, String value)
      throws IOException, InterruptedException {
    int end = path.lastIndexOf('/');
    JsonNode copy = body.deepCopy();
    if (!(copy.at(path.substring(0, end)) instanceof ObjectNode parent)) {
      return;
    }
    String json = value.replace("\\'", "\u0001").replace('\'', '"').replace('\u0001', '\'');
    parent.set(path.substring(end + 1), JSON.readTree(json));
    add(source, type, copy);
  }

  private void add(Source source, String type, JsonNode body)
      throws IOException, InterruptedException {
    byte[] bytes = body.toString().getBytes(UTF_8);
    NormalizedEvent event = Bodies.normalise(source, type, bytes);
    ObjectNode row = JSON.createObjectNode();
    row.put("org", "body" + added);
    row.put("source", source.wireName());
    row.put("event_type", type);
    row.put("event_id", "e");
    row.put("kafka_offset", added);
    row.put("received_at", clickHouse(event.delivery().receivedAt()));
    row.put("payload_time", clickHouse(event.time().payloadTime()));
    row.put("event_time", clickHouse(event.time().eventTime()));
    // then the view adds up the job's contributions, and no window is needed
    row.put("late", 1);
    row.put("person_id", event.credit().personId());
    ObjectNode counts = row.putObject("contributions");
    event.credit().contributions().forEach((metric, n) -> counts.put(metric.column(), n));
    row.put("payload", new String(bytes, UTF_8));
    rows.add(row.toString());
    added++;
    if (rows.size() == ROWS_AT_ONCE) {
      flush();
    }
  }

  private void flush() throws IOException, InterruptedException {
    ask("INSERT INTO agreement.normalized_events FORMAT JSONEachRow", String.join("\n", rows));
    rows.clear();
  }

  private static String clickHouse(java.time.Instant time) {
    return time.toString().replace("T", " ").replace("Z", "");
  }

  private static String ask(String sql, String body) throws IOException, InterruptedException {
    EmbeddedClickHouse server = STACK.clickHouse();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    server.httpUrl()
                        + (body.isEmpty() ? "/" : "/?query=" + URLEncoder.encode(sql, UTF_8))))
            .header("X-ClickHouse-User", EmbeddedClickHouse.WRITER)
            .header("X-ClickHouse-Key", server.writerPassword())
            .timeout(Duration.ofMinutes(2))
            .POST(HttpRequest.BodyPublishers.ofString(body.isEmpty() ? sql : body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
