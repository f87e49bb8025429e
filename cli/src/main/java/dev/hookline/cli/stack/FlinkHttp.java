package dev.hookline.cli.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Bounded GET requests for JSON, whose failures name the address and the path. */
final class FlinkHttp {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
  private static final int MAX_SHOWN = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();

  FlinkHttp(URI base) {
    this.base = base;
  }

  URI base() {
    return base;
  }

  JsonNode get(String path) throws IOException {
    URI uri = URI.create(base + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(REQUEST_LIMIT).GET().build();
    HttpResponse<String> response;
    try {
      response = http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking Flink at " + base);
    } catch (IOException e) {
      throw new IOException("Flink at " + base + " does not answer: " + described(e), e);
    }
    if (response.statusCode() != 200) {
      throw new IOException(
          "Flink answered " + response.statusCode() + " to " + path + ": " + head(response.body()));
    }
    return JSON.readTree(response.body());
  }

  private static String described(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static String head(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
  }
}
