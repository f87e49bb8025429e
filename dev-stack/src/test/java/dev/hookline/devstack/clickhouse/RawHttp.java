package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests as curl would send them.
 *
 * @param database the database of the requests; null for none
 */
record RawHttp(String url, String user, String password, String database) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  RawHttp(String url, String user, String password) {
    this(url, user, password, null);
  }

  RawHttp in(String otherDatabase) {
    return new RawHttp(url, user, password, otherDatabase);
  }

  /** The answer to a statement in the body, which must be good. */
  String ok(String statement, String... parameters) {
    HttpResponse<byte[]> response = post(statement.getBytes(StandardCharsets.UTF_8), parameters);
    assertThat(response.statusCode()).as(text(response)).isEqualTo(200);
    return text(response).stripTrailing();
  }

  HttpResponse<byte[]> post(byte[] body, String... parameters) {
    return send(request(parameters).POST(BodyPublishers.ofByteArray(body)).build());
  }

  HttpResponse<byte[]> post(String body, String... parameters) {
    return post(body.getBytes(StandardCharsets.UTF_8), parameters);
  }

  HttpResponse<byte[]> get(String... parameters) {
    return send(request(parameters).GET().build());
  }

  /** A request with credentials; parameters are name, value, name, value. */
  HttpRequest.Builder request(String... parameters) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < parameters.length; i += 2) {
      pairs.add(
          URLEncoder.encode(parameters[i], StandardCharsets.UTF_8)
              + "="
              + URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    if (database != null) {
      pairs.add("database=" + database);
    }
    return HttpRequest.newBuilder(URI.create(url + "/?" + String.join("&", pairs)))
        .timeout(LIMIT)
        .header("X-ClickHouse-User", user)
        .header("X-ClickHouse-Key", password);
  }

  static HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
