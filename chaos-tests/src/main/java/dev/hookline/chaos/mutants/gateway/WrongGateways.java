package dev.hookline.chaos.mutants.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.chaos.mutants.lab.GatewayParts;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.idempotency.ClaimKey;
import dev.hookline.gateway.idempotency.ClaimOutcome;
import dev.hookline.gateway.provider.Identification.Identified;
import dev.hookline.gateway.publish.PublishOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** The wrong versions of a gateway: each takes the right parts and spoils one. */
final class WrongGateways {

  private static final ObjectMapper JSON = new ObjectMapper();

  private WrongGateways() {}

  /** Answers 2xx as soon as a record was handed to the producer. */
  static GatewayParts answersWithoutKafka(GatewayParts right) {
    return right.withPublisher(
        new Publishing(
            right.publisher(),
            (record, patience) -> {
              var unused = right.publisher().publish(record, patience);
              return CompletableFuture.completedFuture(new PublishOutcome.Confirmed(0, 0));
            }));
  }

  /** Writes down that an event is done, and then sends it. */
  static GatewayParts doneBeforeTheSend(GatewayParts right) {
    return right.withPublisher(
        new Publishing(
            right.publisher(),
            (record, patience) -> {
              done(right, record);
              return right.publisher().publish(record, patience);
            }));
  }

  /** Writes down that an event is done once the send has ended, however it has ended. */
  static GatewayParts doneAfterAFailedSend(GatewayParts right) {
    return right.withPublisher(
        new Publishing(
            right.publisher(),
            (record, patience) ->
                right
                    .publisher()
                    .publish(record, patience)
                    .thenApply(
                        outcome -> {
                          done(right, record);
                          return outcome;
                        })));
  }

  private static void done(GatewayParts right, WebhookRecord record) {
    right
        .topicId()
        .get()
        .ifPresent(
            id ->
                right.store().complete(new ClaimKey(id, record.identity()), record.contentHash()));
  }

  /** Takes a send whose end nobody knows for one that succeeded. */
  static GatewayParts unknownIsSuccess(GatewayParts right) {
    return right.withPublisher(
        new Publishing(
            right.publisher(),
            (record, patience) ->
                right
                    .publisher()
                    .publish(record, patience)
                    .thenApply(
                        outcome ->
                            outcome instanceof PublishOutcome.Unknown
                                ? new PublishOutcome.Confirmed(0, 0)
                                : outcome)));
  }

  /** Answers a copy 200 while the first is still on its way, as if that could not fail any more. */
  static GatewayParts inFlightIsDone(GatewayParts right) {
    Map<String, String> hashes = new ConcurrentHashMap<>();
    return right
        .withProviders(
            Identifying.all(
                right.providers(),
                (delivery, identified) -> {
                  hashes.put(
                      new EventIdentity(delivery.org(), delivery.source(), identified.eventId())
                          .toString(),
                      ContentHash.of(delivery.body()));
                  return identified;
                }))
        .withStore(
            new Claiming(
                right.store(),
                UnaryOperator.identity(),
                (key, outcome) ->
                    outcome instanceof ClaimOutcome.InFlight
                        ? new ClaimOutcome.AlreadyPublished(hashes.get(key.identity().toString()))
                        : outcome));
  }

  /** Claims an event without the organisation. */
  static GatewayParts claimWithoutOrg(GatewayParts right) {
    return right.withStore(
        new Claiming(
            right.store(),
            key ->
                new ClaimKey(
                    key.topicId(),
                    new EventIdentity("any", key.identity().source(), key.identity().eventId())),
            (key, outcome) -> outcome));
  }

  /** Makes the time of arrival a part of what an event is. */
  static GatewayParts identityByArrival(GatewayParts right) {
    return right.withProviders(
        Identifying.all(
            right.providers(),
            (delivery, identified) ->
                new Identified(
                    identified.eventId() + "-" + delivery.receivedAt().toEpochMilli(),
                    identified.hookId(),
                    identified.deliveryId(),
                    identified.eventType())));
  }

  /** Publishes the body as a JSON library writes it, not as it came. */
  static GatewayParts bodyWrittenAnew(GatewayParts right) {
    return right.withPublisher(
        new Publishing(
            right.publisher(),
            (record, patience) -> right.publisher().publish(writtenAnew(record), patience)));
  }

  private static WebhookRecord writtenAnew(WebhookRecord record) {
    try {
      byte[] body = JSON.writeValueAsBytes(JSON.readTree(record.body()));
      return new WebhookRecord(
          record.identity(),
          record.hookId(),
          record.deliveryId(),
          record.eventType(),
          record.contentType(),
          record.receivedAt(),
          ContentHash.of(body),
          body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
