package dev.hookline.chaos.mutants.sink;

import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inserts rows over HTTP, one attempt a call: what the wrong sinks are made of. It is right by
 * itself; each of them is wrong in when it asks, under which token, and what it makes of an error.
 *
 * @param url of the HTTP interface
 * @param user who inserts
 * @param password of that user
 * @param database where the tables are
 */
record PlainInserts(String url, String user, String password, String database)
    implements Serializable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /**
   * One attempt.
   *
   * @param rows JSON, one row each
   * @param settings sent with the insert
   * @throws IOException when the server refused the rows or gave no answer
   */
  void insert(String table, List<String> rows, Map<String, String> settings)
      throws IOException, InterruptedException {
    StringBuilder query =
        new StringBuilder(url)
            .append("/?query=")
            .append(encoded("INSERT INTO %s.%s FORMAT JSONEachRow".formatted(database, table)));
    Map<String, String> all = new TreeMap<>(Map.of("async_insert", "0"));
    all.putAll(settings);
    all.forEach((name, value) -> query.append('&').append(name).append('=').append(encoded(value)));
    answer(
        HttpRequest.newBuilder(URI.create(query.toString()))
            .POST(HttpRequest.BodyPublishers.ofString(String.join("\n", rows))));
  }

  /** Inserts under a token, views included. */
  void insert(String table, List<String> rows, String token)
      throws IOException, InterruptedException {
    insert(
        table,
        rows,
        Map.of(
            "insert_deduplication_token",
            token,
            "deduplicate_blocks_in_dependent_materialized_views",
            "1"));
  }

  /**
   * Runs a statement.
   *
   * @return the answer, tab-separated
   * @throws IOException when the server refused it or gave no answer
   */
  String run(String statement) throws IOException, InterruptedException {
    return answer(
        HttpRequest.newBuilder(URI.create(url + "/"))
            .POST(HttpRequest.BodyPublishers.ofString(statement)));
  }

  private String answer(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HTTP.send(
            request
                .timeout(LIMIT)
                .header("X-ClickHouse-User", user)
                .header("X-ClickHouse-Key", password)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("HTTP " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "PlainInserts[" + url + ", database " + database + "]";
  }
}
