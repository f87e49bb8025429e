package dev.hookline.bench.sink;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The measured server, asked over HTTP. */
final class BenchServer {
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(2);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI url;
  private final String user;
  private final String password;

  BenchServer(String url, String user, String password) {
    this.url = URI.create(url + "/");
    this.user = user;
    this.password = password;
  }

  /**
   * Runs one statement.
   *
   * @return its answer, in tab-separated lines
   * @throws IOException when the server refuses it or does not answer within the limit
   */
  String run(String sql) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .timeout(ANSWER_LIMIT)
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("'" + sql + "' was refused: " + answer.body().strip());
    }
    return answer.body().strip();
  }

  /** How many rows the table holds, copies included; the server knows it without reading. */
  long rows(String table) throws IOException, InterruptedException {
    return Long.parseLong(run("SELECT count() FROM " + table));
  }
}
