package dev.hookline.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.gateway.Secret;
import dev.hookline.gateway.provider.Signature;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Sends deliveries as a provider does. */
public final class Sender {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final String base;

  /** A sender to a gateway on loopback. */
  public Sender(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  /** A signed GitHub delivery of JSON with a GUID of its own; to be varied before it is sent. */
  public Request github(String event, String body) {
    return github(event, body.getBytes(UTF_8));
  }

  /** The same of bytes. */
  public Request github(String event, byte[] body) {
    return new Request("/webhooks/github/acme", body)
        .header("X-GitHub-Event", event)
        .header("X-GitHub-Delivery", UUID.randomUUID().toString())
        .header("X-GitHub-Hook-ID", "4711")
        .header("Content-Type", "application/json")
        .signed("X-Hub-Signature-256", Configs.SECRET);
  }

  /** A signed Jira Cloud delivery with an identifier of its own. */
  public Request jira(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return new Request("/webhooks/jira/acme", bytes)
        .header("X-Atlassian-Webhook-Identifier", UUID.randomUUID().toString())
        .header("Content-Type", "application/json; charset=UTF-8")
        .signed("X-Hub-Signature", Configs.SECRET);
  }

  /** One request. */
  public final class Request {
    private final String path;
    private final byte[] body;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private boolean chunked;

    private Request(String path, byte[] body) {
      this.path = path;
      this.body = body;
    }

    public Request to(String otherPath) {
      Request copy = new Request(otherPath, body);
      copy.headers.putAll(headers);
      return copy;
    }

    public Request header(String name, String value) {
      headers.put(name, value);
      return this;
    }

    public Request without(String name) {
      headers.remove(name);
      return this;
    }

    public Request signed(String header, Secret secret) {
      return header(header, Signature.sign(body, secret));
    }

    /** Without a Content-Length. */
    public Request chunked() {
      chunked = true;
      return this;
    }

    public String get(String name) {
      return headers.get(name);
    }

    public Answer send() {
      return sendAsync().orTimeout(60, java.util.concurrent.TimeUnit.SECONDS).join();
    }

    /** Streams: the client would copy an array as a whole. */
    private HttpRequest.BodyPublisher publisher() {
      if (body.length == 0) {
        return HttpRequest.BodyPublishers.noBody();
      }
      HttpRequest.BodyPublisher stream =
          HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
      return chunked ? stream : HttpRequest.BodyPublishers.fromPublisher(stream, body.length);
    }

    public CompletableFuture<Answer> sendAsync() {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(base + path))
              .timeout(Duration.ofSeconds(60))
              .POST(publisher());
      headers.forEach(request::header);
      return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
          .thenApply(Answer::of);
    }
  }

  /** What came back; every answer is JSON. */
  public record Answer(int status, String contentType, String retryAfter, JsonNode json) {
    static Answer of(HttpResponse<String> response) {
      try {
        return new Answer(
            response.statusCode(),
            response.headers().firstValue("Content-Type").orElse(""),
            response.headers().firstValue("Retry-After").orElse(""),
            JSON.readTree(response.body()));
      } catch (IOException e) {
        throw new AssertionError("no JSON: " + response.body(), e);
      }
    }

    public String outcome() {
      return json.path("outcome").asText();
    }

    public String identity() {
      return json.path("identity").asText();
    }

    public String detail() {
      return json.path("detail").asText();
    }
  }
}
