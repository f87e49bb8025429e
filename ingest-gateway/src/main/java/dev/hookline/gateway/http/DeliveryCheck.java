package dev.hookline.gateway.http;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import dev.hookline.contract.Source;
import dev.hookline.gateway.GatewayConfig.Organisation;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.RequestHeaders;
import dev.hookline.gateway.provider.Signature;
import dev.hookline.gateway.provider.WebhookProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is checked before an event is looked at. Nothing but the signature is answered to
 * somebody who has not signed. Each check gives the answer that refuses, or nothing.
 */
final class DeliveryCheck {

  /** A form is decoded into memory of its own, twice for a moment. */
  private static final long FORM_COPIES = 2;

  private final Map<Source, WebhookProvider> providers;
  private final Map<String, Organisation> organisations;
  private final Map<String, TokenBucket> buckets = new HashMap<>();

  DeliveryCheck(Map<Source, WebhookProvider> providers, Map<String, Organisation> organisations) {
    this.providers = Map.copyOf(providers);
    this.organisations = organisations;
    organisations.forEach(
        (name, organisation) ->
            organisation
                .rateLimit()
                .ifPresent(limit -> buckets.put(name, new TokenBucket(limit, System::nanoTime))));
  }

  WebhookProvider provider(Delivery delivery) {
    return providers.get(delivery.source());
  }

  /** Whether anybody is served at this address, and whether the request is signed at all. */
  Optional<Answer> beforeReading(String sourceName, String org, RequestHeaders headers) {
    Optional<Source> source = Source.ofWireName(sourceName).filter(providers::containsKey);
    Organisation organisation = organisations.get(org);
    if (source.isEmpty() || organisation == null || organisation.secrets(source.get()).isEmpty()) {
      return Optional.of(
          Answer.problem(
              Problem.NOT_FOUND,
              "no organisation of that name is configured for that source; the address is"
                  + " /webhooks/{source}/{organisation}, the source github or jira"));
    }
    String name = providers.get(source.get()).signatureHeader();
    return signature(name, headers).isPresent()
        ? Optional.empty()
        : Optional.of(
            Answer.problem(
                Problem.SIGNATURE,
                headers.first(name).isEmpty()
                    ? "header " + name + " is missing; set a secret at the sender's webhook"
                    : "header " + name + " must be sha256= and 64 hex digits"));
  }

  /** The signature over the raw bytes, then the organisation's rate. */
  Optional<Answer> verify(Delivery delivery) {
    Organisation organisation = organisations.get(delivery.org());
    String name = provider(delivery).signatureHeader();
    boolean signed =
        signature(name, delivery.headers())
            .filter(
                signature ->
                    signature.matches(delivery.body(), organisation.secrets(delivery.source())))
            .isPresent();
    if (!signed) {
      return Optional.of(
          Answer.problem(
              Problem.SIGNATURE,
              "header "
                  + name
                  + " was not made from this body with a current secret of '"
                  + delivery.org()
                  + "'"));
    }
    TokenBucket bucket = buckets.get(delivery.org());
    Optional<Duration> wait = bucket == null ? Optional.empty() : bucket.take();
    return wait.map(time -> Answer.tooFast(delivery.org(), time));
  }

  /** The encoding and the media type; afterwards {@link #contentType} is there. */
  Optional<Answer> mediaType(Delivery delivery) {
    String encoding = delivery.headers().first("Content-Encoding").orElse("identity").strip();
    if (!encoding.toLowerCase(Locale.ROOT).equals("identity")) {
      return Optional.of(
          Answer.problem(
              Problem.MEDIA_TYPE, "header Content-Encoding is not taken; send the body as it is"));
    }
    return contentType(delivery).isPresent()
        ? Optional.empty()
        : Optional.of(
            Answer.problem(
                Problem.MEDIA_TYPE,
                "header Content-Type must be "
                    + ContentType.JSON.wireName()
                    + " or "
                    + ContentType.FORM.wireName()));
  }

  /** Reserves what looking into a body takes beside the body itself: nothing for plain JSON. */
  Optional<Answer> room(Delivery delivery, InFlightBytes.Reservation copies) {
    boolean form = contentType(delivery).equals(Optional.of(ContentType.FORM));
    return !form || copies.grow(FORM_COPIES * delivery.body().length)
        ? Optional.empty()
        : Optional.of(
            Answer.problem(Problem.BUSY, "too many bytes are in flight; send again later"));
  }

  /** Whether the body holds one JSON object. */
  Optional<Answer> wellFormed(Delivery delivery) {
    try {
      JsonBody.check(contentType(delivery).orElseThrow(), delivery.body());
      return Optional.empty();
    } catch (MalformedBodyException e) {
      return Optional.of(Answer.problem(Problem.MALFORMED_BODY, e.getMessage()));
    }
  }

  Optional<ContentType> contentType(Delivery delivery) {
    return ContentType.ofHeader(delivery.headers().first("Content-Type").orElse(null));
  }

  private static Optional<Signature> signature(String name, RequestHeaders headers) {
    return headers.first(name).flatMap(Signature::parse);
  }
}
