package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Runs one statement over ClickHouse's HTTP interface and hands on the answer as it comes, in
 * whatever format was asked for.
 */
public final class ClickHouseHttp {

  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(5);
  private static final int MAX_ERROR_BYTES = 4_000;

  /** ClickHouse's codes for an unknown user, a wrong, a missing and either of them. */
  private static final Pattern NOT_LET_IN = Pattern.compile("Code: (192|193|194|516)\\b");

  private final URI base;
  private final String user;
  private final String password;
  private final String database;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  /**
   * Makes a client; nothing is asked yet.
   *
   * @param base such as {@code http://127.0.0.1:8123}
   * @param user the ClickHouse user
   * @param password its password
   * @param database where names without a database are looked up
   */
  public ClickHouseHttp(URI base, String user, String password, String database) {
    this.base = base;
    this.user = user;
    this.password = password;
    this.database = database;
  }

  /**
   * Runs a statement.
   *
   * @param sql one statement
   * @param format the answer's format unless the statement names one
   * @return the answer, to be closed by the caller
   * @throws CliFailure exit code 1 with the server's message when it refuses, 2 when it does not
   *     answer or does not let the user in
   */
  public InputStream run(String sql, String format) {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    base
                        + "/?database="
                        + encoded(database)
                        + "&default_format="
                        + encoded(format)
                        + "&wait_end_of_query=1"))
            .timeout(ANSWER_LIMIT)
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    try {
      HttpResponse<InputStream> answer =
          http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      if (answer.statusCode() != 200) {
        try (InputStream body = answer.body()) {
          String text = new String(body.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
          throw refused(text.strip());
        }
      }
      return answer.body();
    } catch (IOException e) {
      throw CliFailure.undecided(
          "ClickHouse at "
              + base
              + " does not answer"
              + (e.getMessage() == null ? "" : ": " + e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CliFailure.undecided("interrupted while waiting for ClickHouse", e);
    }
  }

  /** Who is not let in learns nothing of the statement: exit code 2. */
  private CliFailure refused(String text) {
    return NOT_LET_IN.matcher(text).lookingAt()
        ? CliFailure.undecided(
            "ClickHouse at " + base + " does not let " + user + " in with this password: " + text)
        : CliFailure.wrong("ClickHouse: " + text);
  }

  /**
   * Runs a statement whose answer is small.
   *
   * @param sql one statement
   * @param format as {@link #run}
   * @return the answer as text
   * @throws CliFailure as {@link #run}
   */
  public String text(String sql, String format) {
    try (InputStream answer = run(sql, format)) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CliFailure.undecided("ClickHouse at " + base + " broke off its answer", e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
