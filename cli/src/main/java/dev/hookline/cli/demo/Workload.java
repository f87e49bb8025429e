package dev.hookline.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.EventMoment;
import dev.hookline.cli.delivery.GitHubExamples.Example;
import dev.hookline.cli.delivery.JiraExamples;
import dev.hookline.cli.delivery.PayloadTimes;
import dev.hookline.contract.Source;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The deliveries of a demo, made from the public examples by a seed: half of them count for people,
 * a sixth comes from Jira, the rest is any example. Each body's times are moved by an offset of its
 * own, so that its event falls into the last three hours, and every twentieth five to ten days
 * back, which makes it late.
 */
final class Workload {

  private static final int LATE_EVERY = 20;
  private static final int FORM_EVERY = 10;
  private static final Duration RECENT = Duration.ofHours(3);

  private final ObjectMapper mapper = new ObjectMapper();
  private final String org;
  private final List<Example> examples;
  private final CountedBodies counted;
  private final List<ObjectNode> jira = JiraExamples.read();
  private final RandomGenerator random;
  private final Clock clock;
  private int made;

  Workload(String org, List<Example> examples, long seed, Clock clock) {
    this.org = org;
    this.examples = List.copyOf(examples);
    this.counted = new CountedBodies(examples);
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.clock = clock;
  }

  /** The next delivery; not thread-safe. */
  Delivery next() {
    made++;
    return switch (random.nextInt(6)) {
      case 0 -> jira();
      case 1, 2 -> github(examples.get(random.nextInt(examples.size())));
      default -> github(counted.next(random));
    };
  }

  private Delivery github(Example example) {
    ObjectNode body = example.body().deepCopy();
    moveIntoReach(example.eventType(), body);
    byte[] json = bytes(body);
    boolean form = made % FORM_EVERY == 0;
    byte[] sent =
        form
            ? ("payload=" + URLEncoder.encode(new String(json, UTF_8), UTF_8)).getBytes(UTF_8)
            : json;
    return new Delivery(
        Source.GITHUB,
        org,
        example.eventType(),
        uuid(),
        "424242",
        form ? "application/x-www-form-urlencoded" : "application/json",
        sent);
  }

  private Delivery jira() {
    ObjectNode body = jira.get(random.nextInt(jira.size())).deepCopy();
    int person = People.any(random);
    if (body.has("user")) {
      body.set("user", People.jira(person));
    }
    if (body.path("issue").path("fields").has("creator")) {
      ((ObjectNode) body.get("issue").get("fields")).set("creator", People.jira(person));
    }
    ((ObjectNode) body.get("issue")).put("id", Integer.toString(random.nextInt(1, 1_000_000)));
    String eventType = JiraExamples.eventType(body);
    moveIntoReach(eventType, body);
    return new Delivery(Source.JIRA, org, eventType, uuid(), "", "application/json", bytes(body));
  }

  private void moveIntoReach(String eventType, ObjectNode body) {
    Instant now = clock.instant();
    Duration age =
        made % LATE_EVERY == 0
            ? Duration.ofMinutes(random.nextInt(5 * 24 * 60, 10 * 24 * 60))
            : Duration.ofSeconds(random.nextLong(1, RECENT.toSeconds()));
    EventMoment.of(eventType, body)
        .ifPresent(moment -> PayloadTimes.shift(body, Duration.between(moment, now.minus(age))));
  }

  private String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private byte[] bytes(ObjectNode body) {
    try {
      return mapper.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
