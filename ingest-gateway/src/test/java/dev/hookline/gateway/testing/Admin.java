package dev.hookline.gateway.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads a gateway's health and metrics. */
public final class Admin {

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  public Admin(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  public HttpResponse<String> get(String path) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(20)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public boolean isReady() {
    return get("/readyz").statusCode() == 200;
  }

  /** The sum of all series of a metric whose labels contain a text; 0 where there is none. */
  public double metric(String name, String labels) {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name) && line.contains(labels))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
