package dev.hookline.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.devstack.npm.NpmPackage;
import dev.hookline.jobs.metrics.Lateness;
import dev.hookline.jobs.normalise.NormaliseResult;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a delivery means to its sender is what the job makes of it. The two share no code: were this
 * red, one of the two would misread docs/metrics.md, and every run would be red.
 */
class MeaningTest {

  private static final Instant NOW = Instant.parse("2026-03-02T10:30:00.123Z");

  private final WebhookNormaliser job = new WebhookNormaliser(new Lateness(Duration.ofDays(4)));

  @Test
  void theJobReadsEachDeliveryAsItWasMeant() throws IOException {
    TrafficSettings settings =
        TrafficSettings.of(2026, 0)
            .withClock(Clock.fixed(NOW, ZoneOffset.UTC))
            .withExamples(GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch()));
    Deliveries deliveries = new Deliveries(settings, (org, source) -> "secret");
    int rows = 0;
    for (int i = 0; i < 10_000; i++) {
      Shipment shipment = deliveries.next();
      if (shipment.intent().fate() == Fate.ROW) {
        rows++;
        assertRow(shipment);
      } else if (shipment.intent().fate() == Fate.REJECTED) {
        assertThat(read(shipment))
            .isInstanceOfSatisfying(
                NormaliseResult.Unreadable.class,
                unreadable ->
                    assertThat(unreadable.reason()).isEqualTo(RejectReason.UNREADABLE_PAYLOAD));
      }
    }
    assertThat(rows).isGreaterThan(9_000);
  }

  private void assertRow(Shipment shipment) {
    Intent intent = shipment.intent();
    NormalizedEvent event =
        read(shipment)
            .match(
                NormaliseResult.Normalised::event,
                unreadable -> {
                  throw new AssertionError(intent + " is unreadable: " + unreadable.detail());
                });
    Map<String, Long> contributions = new HashMap<>();
    event
        .credit()
        .contributions()
        .forEach((metric, count) -> contributions.put(metric.column(), count));
    assertThat(event.time().payloadTime().toEpochMilli())
        .as("payload_time of %s", intent)
        .isEqualTo(intent.payloadTimeMillis());
    assertThat(event.credit().personId()).as("person_id of %s", intent).isEqualTo(intent.person());
    if (!intent.person().isEmpty()) {
      assertThat(contributions).as("contributions of %s", intent).isEqualTo(intent.contributions());
    }
    assertThat(event.payload().size()).isEqualTo(intent.payloadBytes());
  }

  private NormaliseResult read(Shipment shipment) {
    Intent intent = shipment.intent();
    Request request = shipment.request();
    WebhookRecord record =
        new WebhookRecord(
            EventIdentity.parse(intent.identity()),
            "",
            "",
            intent.eventType(),
            ContentType.ofHeader(request.headers().get("Content-Type")).orElseThrow(),
            NOW,
            ContentHash.of(request.body()),
            request.body());
    return job.normalise(record, 0, 0);
  }
}
