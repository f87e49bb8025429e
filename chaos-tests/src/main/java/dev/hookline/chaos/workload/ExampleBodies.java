package dev.hookline.chaos.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.delivery.GitHubExamples.Example;
import dev.hookline.cli.delivery.PayloadTimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * GitHub's public example bodies, those that count for nobody and are not large, their times moved
 * to a moment of the workload's. When each says that it happened is known from the table of
 * docs/metrics.md, of which {@code example-times.txt} is a copy.
 */
final class ExampleBodies {

  private static final int MOST_CHARACTERS = 12_000;

  /** Types and actions with a metric: what they mean is the business of {@link GitHubBodies}. */
  private static final Set<String> COUNTED =
      Set.of(
          "pull_request opened",
          "pull_request closed",
          "pull_request_review submitted",
          "pull_request_review_comment created",
          "issues opened",
          "issues closed");

  private final Map<String, List<String>> times = readTimes();
  private final List<Example> examples;
  private final RandomGenerator random;
  private final Moments moments;

  ExampleBodies(List<Example> all, RandomGenerator random, Moments moments) {
    this.examples =
        all.stream()
            .filter(one -> !COUNTED.contains(one.eventType() + " " + action(one.body())))
            .filter(one -> one.body().toString().length() <= MOST_CHARACTERS)
            .toList();
    this.random = random;
    this.moments = moments;
  }

  boolean isEmpty() {
    return examples.isEmpty();
  }

  int size() {
    return examples.size();
  }

  /** Any of them. */
  Meant next(String id) {
    return of(examples.get(random.nextInt(examples.size())), id);
  }

  private Meant of(Example example, String id) {
    ObjectNode body = example.body().deepCopy();
    long moment = moments.next();
    OptionalLong now = time(example.eventType(), body);
    if (now.isPresent()) {
      PayloadTimes.shift(body, Duration.ofMillis(moment - now.getAsLong()));
    }
    body.put("chaos", id);
    // Read again: a body keeps the digits that it has, so the moment may have lost its
    // milliseconds.
    return Meant.row(
        "github", example.eventType(), body, time(example.eventType(), body).orElse(0));
  }

  private OptionalLong time(String eventType, ObjectNode body) {
    List<String> paths =
        times.getOrDefault(
            eventType + " " + action(body), times.getOrDefault(eventType + " any", List.of()));
    for (String path : paths) {
      OptionalLong time = millis(body.at("/" + path.replace('.', '/')));
      if (time.isPresent()) {
        return time;
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong millis(JsonNode node) {
    if (node.isIntegralNumber()) {
      return OptionalLong.of(node.longValue() * 1_000);
    }
    return PayloadTimes.parse(node.textValue())
        .map(time -> OptionalLong.of(time.toInstant().toEpochMilli()))
        .orElse(OptionalLong.empty());
  }

  private static String action(ObjectNode body) {
    return body.path("action").asText("");
  }

  /** A line is an event type, an action or {@code any}, and JSON paths, the first one first. */
  private static Map<String, List<String>> readTimes() {
    Map<String, List<String>> times = new HashMap<>();
    try (InputStream in = ExampleBodies.class.getResourceAsStream("example-times.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.split("\n", -1)) {
        List<String> words = List.of(line.split(" ", -1));
        if (words.size() > 1) {
          times.put(words.get(0) + " " + words.get(1), words.subList(2, words.size()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return times;
  }
}
