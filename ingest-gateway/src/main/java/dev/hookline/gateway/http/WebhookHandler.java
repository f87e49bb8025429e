package dev.hookline.gateway.http;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.idempotency.Claims.Claim;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.Identification.Identified;
import dev.hookline.gateway.publish.EventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One delivery's way: verify → identify → claim → publish → complete → answer. */
final class WebhookHandler {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookHandler.class);

  private static final PublishOutcome TOO_LATE =
      new PublishOutcome.Unknown("no answer from Kafka within the deadline");

  private final DeliveryCheck check;
  private final InFlightBytes inFlight;
  private final Claims claims;
  private final EventPublisher publisher;
  private final Executor settling;
  private final GatewayMetrics metrics;

  WebhookHandler(
      DeliveryCheck check,
      InFlightBytes inFlight,
      Claims claims,
      EventPublisher publisher,
      Executor settling,
      GatewayMetrics metrics) {
    this.check = check;
    this.inFlight = inFlight;
    this.claims = claims;
    this.publisher = publisher;
    this.settling = settling;
    this.metrics = metrics;
  }

  Handling handle(Delivery delivery, Deadline deadline) {
    try (InFlightBytes.Reservation copies = inFlight.open()) {
      return check
          .verify(delivery)
          .or(() -> check.mediaType(delivery))
          .or(() -> check.room(delivery, copies))
          .or(() -> check.wellFormed(delivery))
          .map(Handling::of)
          .orElseGet(() -> identify(delivery, deadline));
    }
  }

  private Handling identify(Delivery delivery, Deadline deadline) {
    ContentType contentType = check.contentType(delivery).orElseThrow();
    return check
        .provider(delivery)
        .identify(delivery, contentType)
        .match(
            identified -> claim(record(delivery, contentType, identified), deadline),
            other -> Handling.of(Answer.problem(Problem.UNIDENTIFIED, other.detail())));
  }

  private Handling claim(WebhookRecord record, Deadline deadline) {
    Claim claim = claims.claim(record.identity());
    metrics.claimed(claim.outcome());
    return claim
        .outcome()
        .match(
            acquired -> publish(record, claim, deadline),
            // The other attempt may still fail; if both arrive, the job drops the copy.
            inFlight -> publish(record, claim, deadline),
            published ->
                published.contentHash().equals(record.contentHash())
                    ? Handling.of(Answer.duplicate(record.identity()))
                    : publish(record, claim, deadline),
            unavailable -> publish(record, claim, deadline));
  }

  private Handling publish(WebhookRecord record, Claim claim, Deadline deadline) {
    CompletableFuture<PublishOutcome> published = publisher.publish(record, deadline.remaining());
    EventIdentity identity = record.identity();
    String contentHash = record.contentHash();
    CompletableFuture<Answer> answer =
        published
            .copy()
            .completeOnTimeout(TOO_LATE, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)
            .thenApplyAsync(outcome -> settle(identity, contentHash, claim, outcome), settling);
    CompletableFuture<Void> end =
        published.thenAcceptBothAsync(
            answer, (outcome, given) -> confirmLate(contentHash, claim, outcome, given), settling);
    return new Handling(answer, end);
  }

  private Answer settle(
      EventIdentity identity, String contentHash, Claim claim, PublishOutcome outcome) {
    metrics.published(outcome);
    return outcome.match(
        confirmed -> {
          claim.complete(contentHash);
          return Answer.accepted(identity);
        },
        failed -> notConfirmed(identity, claim, "not stored", failed.reason()),
        unknown -> notConfirmed(identity, claim, "not known to be stored", unknown.reason()));
  }

  /**
   * Kafka has confirmed after the deadline: the answer was 503, and the claim is done all the same.
   */
  private static void confirmLate(
      String contentHash, Claim claim, PublishOutcome outcome, Answer given) {
    if (outcome instanceof PublishOutcome.Confirmed && given.status() != Answer.ACCEPTED) {
      claim.complete(contentHash);
    }
  }

  private static Answer notConfirmed(
      EventIdentity identity, Claim claim, String state, String reason) {
    claim.release();
    LOG.warn("{} is {}: {}; answered 503, to be redelivered", identity, state, reason);
    return Answer.notConfirmed(identity, "the event is " + state + " by Kafka; send it again");
  }

  private static WebhookRecord record(
      Delivery delivery, ContentType contentType, Identified identified) {
    return new WebhookRecord(
        new EventIdentity(delivery.org(), delivery.source(), identified.eventId()),
        identified.hookId(),
        identified.deliveryId(),
        identified.eventType(),
        contentType,
        delivery.receivedAt(),
        ContentHash.of(delivery.body()),
        delivery.body());
  }
}
