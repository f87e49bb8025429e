package dev.hookline.bench.rows;

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
import dev.hookline.jobs.normalise.EventTimeSource;
import dev.hookline.jobs.normalise.NormaliseResult.Normalised;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Rows of {@code normalized_events}: GitHub's published example bodies as the job normalises them,
 * round after round, each time as another event.
 *
 * <p>A row is a function of its number alone. The times of the examples, which lie years apart, are
 * moved into one month, a millisecond from row to row: as in a running system nearly all rows
 * belong to the current partition, and those without a time of their own to that of the epoch.
 */
public final class ExampleRows {

  /** Rows that fit into the month. */
  public static final long MAX_ROWS = 1_000_000_000;

  private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
  private static final Duration ON_THE_WAY = Duration.ofSeconds(1);

  /** An odd constant, so that different numbers stay different (SplitMix64's). */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final NormalizedEvent[] examples;

  private ExampleRows(List<NormalizedEvent> examples) {
    this.examples = examples.toArray(NormalizedEvent[]::new);
  }

  /**
   * Normalises the examples, which are fetched when they are not in the cache folder.
   *
   * @throws UncheckedIOException when they cannot be read
   */
  public static ExampleRows load() {
    Path index =
        NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES
            .fetch()
            .resolve("api.github.com")
            .resolve("index.json");
    WebhookNormaliser normaliser = new WebhookNormaliser(new Lateness(Duration.ofDays(4)));
    List<NormalizedEvent> events = new ArrayList<>();
    try {
      for (JsonNode type : new ObjectMapper().readTree(index.toFile())) {
        for (JsonNode body : type.get("examples")) {
          events.add(normalised(normaliser, type.get("name").textValue(), body));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the examples in " + index, e);
    }
    return new ExampleRows(events);
  }

  /** How many different bodies there are; row n has the body of row n modulo this. */
  public int examples() {
    return examples.length;
  }

  /** The mean size of a body, in bytes. */
  public long meanPayloadBytes() {
    long bytes = 0;
    for (NormalizedEvent example : examples) {
      bytes += example.payload().size();
    }
    return bytes / examples.length;
  }

  /**
   * The row of that number.
   *
   * @param number from 0 to {@link #MAX_ROWS}, exclusive
   */
  public NormalizedEvent row(long number) {
    NormalizedEvent example = examples[(int) (number % examples.length)];
    String id = new UUID(number * SPREAD, number).toString();
    Instant time = FIRST.plusMillis(number);
    Instant receivedAt = time.plus(ON_THE_WAY);
    boolean timed = example.time().source() == EventTimeSource.PAYLOAD;
    NormalizedEvent.Delivery came = example.delivery();
    return new NormalizedEvent(
        new EventIdentity(example.identity().org(), example.identity().source(), id),
        new NormalizedEvent.Delivery(
            came.eventType(), id, came.hookId(), receivedAt, came.contentHash(), 0, number),
        example.subject(),
        new NormalizedEvent.EventTime(
            timed ? time : Instant.EPOCH,
            timed ? time : receivedAt,
            example.time().source(),
            false),
        example.credit(),
        example.payload());
  }

  private static NormalizedEvent normalised(
      WebhookNormaliser normaliser, String eventType, JsonNode body) {
    byte[] bytes = body.toString().getBytes(UTF_8);
    WebhookRecord record =
        new WebhookRecord(
            new EventIdentity("acme", Source.GITHUB, "example"),
            "1",
            "example",
            eventType,
            ContentType.JSON,
            FIRST,
            ContentHash.of(bytes),
            bytes);
    return normaliser
        .normalise(record, 0, 0)
        .match(
            Normalised::event,
            unreadable -> {
              throw new IllegalStateException("example of " + eventType + ": " + unreadable);
            });
  }
}
