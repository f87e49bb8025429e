package dev.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.EventMoment;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.cli.delivery.PayloadTimes;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.devstack.npm.NpmPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Makes deliveries from files and from GitHub's public examples. */
final class DeliverySource {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration AGO = Duration.ofMinutes(1);
  private static final String HOOK_ID = "1";

  private final Source source;
  private final String org;
  private final boolean keepTimes;
  private final Clock clock;
  private final SentMoments sent;
  private boolean moved;

  DeliverySource(Source source, String org, boolean keepTimes, Clock clock, SentMoments sent) {
    this.source = source;
    this.org = org;
    this.keepTimes = keepTimes;
    this.clock = clock;
    this.sent = sent;
  }

  /** Whether the times of any body that was made are others than in its file. */
  boolean hasMovedTimes() {
    return moved;
  }

  /**
   * One file.
   *
   * @param file the body
   * @param event the event type; null to take it from a Jira body
   * @param deliveryId null for a new one
   * @return the delivery
   * @throws IOException when the file cannot be read
   */
  Delivery file(Path file, String event, String deliveryId) throws IOException {
    if (Files.isDirectory(file)) {
      throw CliFailure.undecided(file + " is a folder: send its files by --dir " + file);
    }
    if (!Files.isRegularFile(file)) {
      throw CliFailure.undecided("no such file: " + file);
    }
    return delivery(Files.readAllBytes(file), event, deliveryId, file.toString());
  }

  /**
   * Every {@code *.json} of a folder, by name.
   *
   * @param folder the folder
   * @param event as {@link #file}
   * @return at least one delivery
   * @throws IOException when a file cannot be read
   */
  List<Delivery> folder(Path folder, String event) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw CliFailure.undecided("no such folder: " + folder);
    }
    List<Delivery> deliveries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        deliveries.add(file(file, event, null));
      }
    }
    if (deliveries.isEmpty()) {
      throw CliFailure.undecided("no *.json in " + folder);
    }
    return deliveries;
  }

  /**
   * All of GitHub's public examples, fetched by the npm client when they are not in the cache.
   *
   * @return one delivery for each
   * @throws IOException when they cannot be read
   */
  List<Delivery> examples() throws IOException {
    if (source != Source.GITHUB) {
      throw CliFailure.undecided("--examples are GitHub's: use --source github");
    }
    List<Delivery> deliveries = new ArrayList<>();
    for (GitHubExamples.Example example :
        GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch())) {
      byte[] body = JSON.writeValueAsBytes(example.body());
      deliveries.add(delivery(body, example.eventType(), null, example.eventType()));
    }
    return deliveries;
  }

  private Delivery delivery(byte[] body, String event, String deliveryId, String name)
      throws IOException {
    JsonNode payload = object(body);
    String type = event == null ? payload.path("webhookEvent").asText("") : event;
    if (type.isEmpty() && source == Source.GITHUB) {
      throw CliFailure.undecided(
          "--event is missing: GitHub's type is in no body, and " + name + " needs one");
    }
    if (type.isEmpty()) {
      type = "unknown";
    }
    String id = deliveryId == null ? UUID.randomUUID().toString() : deliveryId;
    byte[] sentBody = body;
    if (!keepTimes) {
      Instant target = clock.instant().minus(AGO).truncatedTo(ChronoUnit.SECONDS);
      if (deliveryId != null) {
        target = sent.of(new EventIdentity(org, source, id), target);
      }
      sentBody = moved(body, type, payload, target);
      moved |= sentBody != body;
    }
    return new Delivery(
        source,
        org,
        type,
        id,
        source == Source.GITHUB ? HOOK_ID : "",
        ContentType.JSON.wireName(),
        sentBody);
  }

  /** What is no JSON object is sent as it is: a sender must be able to send what is wrong. */
  private static JsonNode object(byte[] body) {
    try {
      JsonNode read = JSON.readTree(body);
      if (read instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException e) {
      // the gateway's answer will say what is wrong with it
    }
    return JSON.createObjectNode();
  }

  private static byte[] moved(byte[] body, String type, JsonNode payload, Instant target)
      throws IOException {
    Instant moment = EventMoment.of(type, payload).orElse(null);
    if (moment == null) {
      return body;
    }
    PayloadTimes.shift(payload, Duration.between(moment, target));
    return JSON.writeValueAsBytes(payload);
  }
}
