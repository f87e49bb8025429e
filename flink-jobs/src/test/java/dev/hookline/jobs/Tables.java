package dev.hookline.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** ClickHouse's tables, as a reader with curl sees them. */
public final class Tables {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final EmbeddedClickHouse server;

  private Tables(EmbeddedClickHouse server) {
    this.server = server;
  }

  /** The migrated tables of a server, emptied. */
  public static Tables emptied(EmbeddedClickHouse server) {
    new Migrator(
            MigrationSettings.of(
                URI.create(server.httpUrl()),
                EmbeddedClickHouse.WRITER,
                server.writerPassword(),
                server.analystPassword()))
        .migrate();
    Tables tables = new Tables(server);
    for (String table :
        List.of(
            "normalized_events", "events_by_hour", "employee_metrics_hourly", "rejected_events")) {
      tables.lines("TRUNCATE TABLE hookline." + table);
    }
    return tables;
  }

  /** The only value that a query gives. */
  public String value(String sql) {
    return String.join("\n", lines(sql));
  }

  /** The rows that a query gives, columns parted by tabs. */
  public List<String> lines(String sql) {
    String credentials = EmbeddedClickHouse.WRITER + ":" + server.writerPassword();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/?database=hookline"))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
            .timeout(Duration.ofSeconds(30))
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    try {
      HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(sql + " → " + response.body());
      }
      return response.body().lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException(sql, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
