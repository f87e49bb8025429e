package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.jobs.metrics.HourTotals;
import dev.hookline.jobs.metrics.Lateness;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.ActorKind;
import dev.hookline.jobs.normalise.EventTimeSource;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.NormalizedEvent.Delivery;
import dev.hookline.jobs.normalise.NormalizedEvent.EventTime;
import dev.hookline.jobs.normalise.NormalizedEvent.Payload;
import dev.hookline.jobs.normalise.NormalizedEvent.Subject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Seeded events as the job hands them to its sinks, and the history that their senders would have
 * written: each was sent once and answered 202. They lie across the edge of a month, so in two
 * partitions.
 *
 * @param events in the order of the log
 * @param history of the same deliveries
 */
record Deliveries(List<NormalizedEvent> events, History history) {
  private static final Instant FIRST = Instant.parse("2026-03-31T21:30:00Z");
  private static final Duration SPAN = Duration.ofHours(5);
  private static final Duration LATE = Duration.ofDays(10);
  private static final List<String> ORGS = List.of("acme", "globex");
  private static final List<String> TYPES = List.of("pull_request", "push", "issues");

  /**
   * Events of which only the late ones count for a person, so that {@code normalized_events} alone
   * makes all that analysts read.
   */
  static Deliveries toTheEventsOnly(long seed, int count) {
    return make(seed, count, n -> n % 4 == 0, n -> n % 4 == 0, Deliveries::body);
  }

  /** Events in time, each of which counts for a person in its window. */
  static Deliveries inTime(long seed, int count) {
    return make(seed, count, n -> false, n -> true, Deliveries::body);
  }

  /** As {@link #toTheEventsOnly}, with payloads of one size and, from one event on, none. */
  static Deliveries withoutPayloadFrom(long seed, int count, int from) {
    return make(
        seed,
        count,
        n -> n % 4 == 0,
        n -> n % 4 == 0,
        (random, n) ->
            n < from
                ? "{\"n\":\"%06d\"}".formatted(n).getBytes(StandardCharsets.UTF_8)
                : new byte[0]);
  }

  private interface Chosen {
    boolean is(int n);
  }

  private interface Bodies {
    byte[] of(Random random, int n);
  }

  private static Deliveries make(long seed, int count, Chosen late, Chosen counts, Bodies bodies) {
    Random random = new Random(seed);
    List<NormalizedEvent> events = new ArrayList<>();
    List<Intent> intents = new ArrayList<>();
    List<Operation> operations = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Instant sent = FIRST.plusMillis(random.nextLong(SPAN.toMillis()));
      Instant received = sent.plusMillis(1 + random.nextInt(4000));
      Instant happened = late.is(n) ? sent.minus(LATE) : sent;
      NormalizedEvent event =
          event(random, n, bodies.of(random, n), happened, received, late.is(n), counts.is(n));
      events.add(event);
      intents.add(intent(event));
      operations.add(
          new Operation(
              event.identity().toString(),
              1,
              1,
              sent.toEpochMilli(),
              received.plusMillis(5).toEpochMilli(),
              Outcome.OK,
              202,
              "accepted"));
    }
    return new Deliveries(List.copyOf(events), History.of(intents, operations));
  }

  private static NormalizedEvent event(
      Random random,
      int n,
      byte[] body,
      Instant happened,
      Instant received,
      boolean late,
      boolean counts) {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    String person = Integer.toString(100 + random.nextInt(3));
    return new NormalizedEvent(
        new EventIdentity(
            ORGS.get(random.nextInt(ORGS.size())),
            Source.GITHUB,
            new UUID(random.nextLong(), random.nextLong()).toString()),
        new Delivery(type, "d" + n, "hook", received, sha256(body), 0, n),
        new Subject("opened", 7, "acme/site", actor(person), "pull_request:" + n),
        new EventTime(happened, happened, EventTimeSource.PAYLOAD, late),
        counts ? new Credit(person, "ada" + person, amounts(random)) : Credit.NOTHING,
        body.length == 0
            ? new Payload(null, ContentType.JSON, 0)
            : Payload.of(body, ContentType.JSON));
  }

  private static Actor actor(String person) {
    return new Actor(person, "ada" + person, ActorKind.HUMAN);
  }

  private static Map<Metric, Long> amounts(Random random) {
    return random.nextBoolean()
        ? Map.of(Metric.PR_OPENED, 1L)
        : Map.of(
            Metric.REVIEWS,
            1L,
            Metric.REVIEW_LATENCY_MS,
            1000L + random.nextInt(100_000),
            Metric.REVIEW_LATENCY_COUNT,
            1L);
  }

  private static byte[] body(Random random, int n) {
    StringBuilder text = new StringBuilder("{\"n\":").append(n).append(",\"text\":\"");
    for (int i = random.nextInt(40); i >= 0; i--) {
      text.append(Long.toHexString(random.nextLong()));
    }
    return text.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Intent intent(NormalizedEvent event) {
    Map<String, Long> contributions = new TreeMap<>();
    event.credit().contributions().forEach((m, amount) -> contributions.put(m.column(), amount));
    String hash = event.delivery().contentHash();
    return new Intent(
        event.identity().toString(),
        event.identity().org(),
        event.identity().source().wireName(),
        event.delivery().eventType(),
        hash,
        event.payload().size() == 0 ? "" : hash,
        event.payload().size(),
        event.time().payloadTime().toEpochMilli(),
        Fate.ROW,
        event.credit().personId(),
        contributions);
  }

  /**
   * The same deliveries once more, by a person who presses the button.
   *
   * @param later after the first ones; long enough for their hours to be closed
   * @return the copies, and the history of both
   */
  Deliveries sentAgainAfter(Duration later) {
    List<NormalizedEvent> copies = new ArrayList<>();
    List<Operation> operations = new ArrayList<>(history.operations());
    for (NormalizedEvent event : events) {
      Delivery first = event.delivery();
      EventTime time = event.time();
      copies.add(
          new NormalizedEvent(
              event.identity(),
              new Delivery(
                  first.eventType(),
                  first.deliveryId(),
                  first.hookId(),
                  first.receivedAt().plus(later),
                  first.contentHash(),
                  first.kafkaPartition(),
                  first.kafkaOffset() + events.size()),
              event.subject(),
              new EventTime(time.payloadTime(), time.eventTime(), time.source(), true),
              event.credit(),
              event.payload()));
      for (Operation one : history.operations(event.identity().toString())) {
        operations.add(
            new Operation(
                one.identity(),
                one.attempt() + 1,
                one.gateway(),
                one.startMillis() + later.toMillis(),
                one.endMillis() + later.toMillis(),
                one.outcome(),
                one.status(),
                one.detail()));
      }
    }
    return new Deliveries(List.copyOf(copies), History.of(history.intents(), operations));
  }

  /**
   * What the job's windows hand on: the hour of each event, with the sums of all before it.
   *
   * @param events from the first one of the log on
   */
  static List<PersonHour> hours(List<NormalizedEvent> events) {
    Map<PersonHour, HourTotals> totals = new HashMap<>();
    List<PersonHour> hours = new ArrayList<>();
    for (NormalizedEvent event : events) {
      PersonHour increment = increment(event);
      PersonHour hour = of(increment, HourTotals.NONE);
      HourTotals sum =
          totals.merge(
              hour,
              increment.totals(),
              (before, one) -> before.plus(event.credit().contributions()));
      hours.add(of(hour, sum));
    }
    return hours;
  }

  /** The hour of an event with that event alone in it. */
  static PersonHour increment(NormalizedEvent event) {
    return new PersonHour(
        event.identity().org(),
        event.identity().source().wireName(),
        event.credit().personId(),
        Lateness.hourOf(event.time().eventTime().toEpochMilli()),
        HourTotals.NONE.plus(event.credit().contributions()));
  }

  private static PersonHour of(PersonHour hour, HourTotals totals) {
    return new PersonHour(hour.org(), hour.source(), hour.personId(), hour.hour(), totals);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
