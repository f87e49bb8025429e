package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.devstack.npm.NpmPackage;
import dev.hookline.jobs.metrics.Lateness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bodies and records for the tests. */
final class Bodies {

  static final Instant RECEIVED = Instant.parse("2026-03-02T12:00:00Z");
  static final Normaliser NORMALISER = new WebhookNormaliser(new Lateness(Duration.ofDays(4)));

  private static final ObjectMapper JSON = new ObjectMapper();

  /** One published example. */
  record Example(String eventType, JsonNode body) {
    byte[] bytes() {
      return body.toString().getBytes(UTF_8);
    }
  }

  private Bodies() {}

  /** A body of the project's own: {@code github/pull_request.opened} and the like. */
  static byte[] own(String name) {
    try (InputStream in = Bodies.class.getResourceAsStream("/bodies/" + name + ".json")) {
      if (in == null) {
        throw new IllegalArgumentException("no body " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Example> githubExamples() {
    Path index = NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch().resolve("api.github.com/index.json");
    List<Example> examples = new ArrayList<>();
    try {
      for (JsonNode event : JSON.readTree(index.toFile())) {
        event
            .path("examples")
            .forEach(body -> examples.add(new Example(event.path("name").asText(), body)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return examples;
  }

  /** The bodies in a folder, by file name, with their event types. */
  static Map<String, Example> jiraBodies(Path folder) throws IOException {
    Map<String, Example> bodies = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        JsonNode body = JSON.readTree(file.toFile());
        bodies.put(
            file.getFileName().toString(), new Example(body.path("webhookEvent").asText(), body));
      }
    }
    return bodies;
  }

  static WebhookRecord record(Source source, String eventType, byte[] body) {
    return record(source, eventType, ContentType.JSON, body, RECEIVED);
  }

  static WebhookRecord record(
      Source source, String eventType, ContentType contentType, byte[] body, Instant receivedAt) {
    return new WebhookRecord(
        new EventIdentity("acme", source, "e1"),
        "h1",
        "d1",
        eventType,
        contentType,
        receivedAt,
        ContentHash.of(body),
        body);
  }

  static NormalizedEvent normalise(Source source, String eventType, byte[] body) {
    return event(NORMALISER.normalise(record(source, eventType, body), 3, 42));
  }

  static NormalizedEvent event(NormaliseResult result) {
    return result.match(
        NormaliseResult.Normalised::event,
        unreadable -> {
          throw new AssertionError(unreadable.toString());
        });
  }

  static NormaliseResult.Unreadable unreadable(NormaliseResult result) {
    return result.match(
        normalised -> {
          throw new AssertionError(normalised.toString());
        },
        unreadable -> unreadable);
  }

  /** What an event counts for, as one text: {@code reviews=1 review_latency_ms=93000}. */
  static String counts(NormalizedEvent event) {
    return event.credit().contributions().entrySet().stream()
        .map(entry -> entry.getKey().column() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
