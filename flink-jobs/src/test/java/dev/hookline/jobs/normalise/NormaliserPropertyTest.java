package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is done to a body, it becomes a row or a reject, and always the same one. */
class NormaliserPropertyTest {

  /** A body that was good, and where to look for its source. */
  record Seed(Source source, String eventType, JsonNode body) {}

  private static final List<Seed> SEEDS = readSeeds();

  @Property(tries = 3_000)
  void neverThrowsForABodyWithOtherValuesInIt(@ForAll("mutants") Seed mutant) {
    byte[] body = mutant.body().toString().getBytes(UTF_8);

    check(mutant, body);
  }

  @Property(tries = 2_000)
  void neverThrowsForABodyWithOtherBytesInIt(@ForAll("seeds") Seed seed, @ForAll long randomness) {
    Random random = new Random(randomness);
    byte[] body = seed.body().toString().getBytes(UTF_8);
    for (int i = random.nextInt(4); i >= 0; i--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(4) == 0) {
      body = java.util.Arrays.copyOf(body, random.nextInt(body.length));
    }

    check(seed, body);
  }

  private static void check(Seed seed, byte[] body) {
    WebhookRecord record = Bodies.record(seed.source(), seed.eventType(), body);
    NormaliseResult result = Bodies.NORMALISER.normalise(record, 0, 1);
    boolean wellFormed = isWellFormed(body);

    assertThat(Bodies.NORMALISER.normalise(record, 0, 1)).isEqualTo(result);
    result.match(
        normalised -> {
          assertThat(wellFormed).isTrue();
          checkRow(normalised.event());
          return true;
        },
        unreadable -> {
          assertThat(unreadable.reason())
              .isEqualTo(
                  wellFormed ? RejectReason.UNREADABLE_PAYLOAD : RejectReason.MALFORMED_BODY);
          return false;
        });
  }

  private static void checkRow(NormalizedEvent event) {
    NormalizedEvent.Subject subject = event.subject();
    for (String text :
        List.of(
            subject.action(),
            subject.repoName(),
            subject.actor().id(),
            subject.actor().login(),
            subject.entityId(),
            event.credit().personId(),
            event.credit().personLogin())) {
      assertThat(text).isSameAs(Text.clean(text));
      assertThat(text.length()).isLessThanOrEqualTo(FieldReader.MAX_VALUE_BYTES);
    }
    assertThat(subject.repoId()).isNotNegative();
    assertThat(event.time().payloadTime())
        .isAfterOrEqualTo(Timestamps.EARLIEST)
        .isBefore(Timestamps.END);
    if (event.time().source() != EventTimeSource.PAYLOAD) {
      assertThat(event.credit()).isEqualTo(NormalizedEvent.Credit.NOTHING);
    }
    if (event.credit().contributions().isEmpty()) {
      assertThat(event.credit().personId()).isEmpty();
    }
    assertThat(event.credit().contributions().values()).allMatch(value -> value >= 0);
  }

  private static boolean isWellFormed(byte[] body) {
    try {
      JsonBody.check(ContentType.JSON, body);
      return true;
    } catch (MalformedBodyException e) {
      return false;
    }
  }

  @Provide
  Arbitrary<Seed> seeds() {
    return Arbitraries.of(SEEDS);
  }

  @Provide
  Arbitrary<Seed> mutants() {
    return Arbitraries.of(SEEDS)
        .flatMap(seed -> Arbitraries.longs().map(random -> mutant(seed, new Random(random))));
  }

  private static Seed mutant(Seed seed, Random random) {
    JsonNode body = seed.body().deepCopy();
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutate(body, random);
    }
    return new Seed(seed.source(), seed.eventType(), body);
  }

  /** Walks down at random, mostly into the upper levels, where the wanted paths are. */
  private static void mutate(JsonNode node, Random random) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (object.get(name).isContainerNode() && random.nextInt(3) > 0) {
        mutate(object.get(name), random);
      } else if (random.nextInt(6) == 0) {
        object.remove(name);
      } else {
        object.set(name, strange(random));
      }
    } else if (node instanceof ArrayNode array && !array.isEmpty()) {
      int index = random.nextInt(array.size());
      if (array.get(index).isContainerNode() && random.nextInt(2) > 0) {
        mutate(array.get(index), random);
      } else {
        array.set(index, strange(random));
      }
    }
  }

  private static JsonNode strange(Random random) {
    JsonNodeFactory make = JsonNodeFactory.instance;
    return switch (random.nextInt(14)) {
      case 0 -> make.nullNode();
      case 1 -> make.booleanNode(random.nextBoolean());
      case 2 -> make.numberNode(random.nextLong());
      case 3 -> make.numberNode(new java.math.BigInteger("9".repeat(1 + random.nextInt(40))));
      case 4 -> make.numberNode(random.nextDouble());
      case 5 -> make.objectNode();
      case 6 -> make.arrayNode().add(1).add(make.objectNode());
      case 7 -> make.textNode("");
      case 8 -> make.textNode("\u0000\uD800 robot[bot]");
      case 9 -> make.textNode("x".repeat(random.nextInt(10_000)));
      case 10 -> make.textNode(Long.toString(random.nextLong()));
      case 11 -> make.textNode("9999-12-31T23:59:59.999-0800");
      case 12 -> make.textNode("0000-00-00T00:00:00Z");
      default -> make.objectNode().put("id", "7").put("login", "ghost").put("type", 3);
    };
  }

  private static List<Seed> readSeeds() {
    List<Seed> seeds = new ArrayList<>();
    Bodies.githubExamples()
        .forEach(e -> seeds.add(new Seed(Source.GITHUB, e.eventType(), e.body())));
    try {
      Bodies.jiraBodies(Path.of(NormaliserPropertyTest.class.getResource("/bodies/jira").toURI()))
          .values()
          .forEach(e -> seeds.add(new Seed(Source.JIRA, e.eventType(), e.body())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
    return seeds;
  }
}
