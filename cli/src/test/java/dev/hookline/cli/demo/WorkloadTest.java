package dev.hookline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.EventMoment;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.Source;
import dev.hookline.devstack.npm.NpmPackage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final int COUNT = 600;
  private static List<GitHubExamples.Example> examples;

  @BeforeAll
  static void readTheExamples() throws IOException {
    examples = GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch());
  }

  @Test
  void thePackageHoldsAllEventTypes() {
    assertThat(examples).hasSize(329);
    assertThat(examples.stream().map(GitHubExamples.Example::eventType).distinct()).hasSize(58);
  }

  @Test
  void theSameSeedMakesTheSameDeliveries() {
    List<Delivery> first = deliveries(7);
    List<Delivery> second = deliveries(7);

    for (int i = 0; i < COUNT; i++) {
      assertThat(second.get(i).identity()).isEqualTo(first.get(i).identity());
      assertThat(second.get(i).body()).isEqualTo(first.get(i).body());
    }
  }

  @Test
  void everyDeliveryIsADifferentEventWithAWellFormedBody() throws IOException {
    Set<String> identities = new HashSet<>();
    Set<Source> sources = new HashSet<>();
    Set<String> contentTypes = new HashSet<>();
    for (Delivery delivery : deliveries(1)) {
      identities.add(delivery.identity().toString());
      sources.add(delivery.source());
      contentTypes.add(delivery.contentType());
      JsonBody.check(ContentType.ofHeader(delivery.contentType()).orElseThrow(), delivery.body());
    }
    assertThat(identities).hasSize(COUNT);
    assertThat(sources).containsExactlyInAnyOrder(Source.values());
    assertThat(contentTypes).hasSize(2);
  }

  @Test
  void eventsFallIntoTheLastThreeHoursAndEveryTwentiethFiveToTenDaysBack() throws IOException {
    int late = 0;
    int recent = 0;
    for (Delivery delivery : deliveries(3)) {
      JsonNode payload =
          new ObjectMapper()
              .readTree(
                  JsonBody.json(
                      ContentType.ofHeader(delivery.contentType()).orElseThrow(), delivery.body()));
      Instant moment = EventMoment.of(delivery.eventType(), payload).orElse(null);
      if (moment == null) {
        continue;
      }
      Duration age = Duration.between(moment, NOW);
      if (age.compareTo(Duration.ofDays(5).minusSeconds(1)) >= 0) {
        assertThat(age).isLessThanOrEqualTo(Duration.ofDays(10).plusSeconds(1));
        late++;
      } else {
        assertThat(age).isBetween(Duration.ofSeconds(-1), Duration.ofHours(3).plusSeconds(1));
        recent++;
      }
    }
    assertThat(late).isBetween(COUNT / 30, COUNT / 20);
    assertThat(recent).isGreaterThan(COUNT * 8 / 10);
  }

  private static List<Delivery> deliveries(long seed) {
    Workload workload = new Workload("acme", examples, seed, CLOCK);
    List<Delivery> deliveries = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      deliveries.add(workload.next());
    }
    return deliveries;
  }
}
