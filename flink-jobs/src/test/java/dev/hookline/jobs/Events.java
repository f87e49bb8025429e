package dev.hookline.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Source;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.jobs.metrics.Lateness;
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
import dev.hookline.jobs.source.LogRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Events for tests: a merged pull request of ada's, unless said otherwise. */
public record Events(
    String eventId,
    String hookId,
    String body,
    ContentType contentType,
    Instant eventTime,
    Instant receivedAt,
    String personId,
    Map<Metric, Long> contributions,
    long offset) {

  /** A Thursday, 10:30. */
  public static final Instant TIME = Instant.parse("2026-03-05T10:30:00Z");

  public static final Lateness LATENESS = new Lateness(Duration.ofDays(4));

  public static Events event(String eventId) {
    return new Events(
        eventId,
        "hook",
        "{}",
        ContentType.JSON,
        TIME,
        TIME.plusSeconds(2),
        "9",
        Map.of(Metric.PR_MERGED, 1L),
        0);
  }

  public Events hook(String hook) {
    return new Events(
        eventId, hook, body, contentType, eventTime, receivedAt, personId, contributions, offset);
  }

  public Events body(String text) {
    return new Events(
        eventId, hookId, text, contentType, eventTime, receivedAt, personId, contributions, offset);
  }

  public Events form(String text) {
    return new Events(
        eventId,
        hookId,
        text,
        ContentType.FORM,
        eventTime,
        receivedAt,
        personId,
        contributions,
        offset);
  }

  public Events at(Instant time) {
    return new Events(
        eventId, hookId, body, contentType, time, receivedAt, personId, contributions, offset);
  }

  public Events received(Instant time) {
    return new Events(
        eventId, hookId, body, contentType, eventTime, time, personId, contributions, offset);
  }

  public Events person(String person) {
    return new Events(
        eventId, hookId, body, contentType, eventTime, receivedAt, person, contributions, offset);
  }

  public Events counts(Map<Metric, Long> amounts) {
    return new Events(
        eventId, hookId, body, contentType, eventTime, receivedAt, personId, amounts, offset);
  }

  public Events offset(long place) {
    return new Events(
        eventId, hookId, body, contentType, eventTime, receivedAt, personId, contributions, place);
  }

  public NormalizedEvent normalised() {
    byte[] bytes = body.getBytes(UTF_8);
    return new NormalizedEvent(
        identity(),
        new Delivery(
            "pull_request", "delivery", hookId, receivedAt, ContentHash.of(bytes), 1, offset),
        new Subject(
            "closed", 5, "octo/repo", new Actor("9", "ada", ActorKind.HUMAN), "pull_request:1"),
        new EventTime(
            eventTime, eventTime, EventTimeSource.PAYLOAD, LATENESS.isLate(eventTime, receivedAt)),
        new Credit(personId, personId.isEmpty() ? "" : "ada", contributions),
        Payload.of(bytes, contentType));
  }

  public LogRecord log() {
    byte[] bytes = body.getBytes(UTF_8);
    return new LogRecord(
        Topics.WEBHOOK_EVENTS,
        1,
        offset,
        receivedAt.toEpochMilli(),
        RecordCodec.encode(
            new WebhookRecord(
                identity(),
                hookId,
                "delivery",
                "pull_request",
                contentType,
                receivedAt,
                ContentHash.of(bytes),
                bytes)));
  }

  private EventIdentity identity() {
    return new EventIdentity("acme", Source.GITHUB, eventId);
  }
}
