package dev.hookline.gateway.provider.jira;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.Source;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.Identification;
import dev.hookline.gateway.provider.Labels;
import dev.hookline.gateway.provider.WebhookProvider;
import java.io.IOException;
import java.util.Optional;

/**
 * Jira, from Atlassian's page "Webhooks" of the Jira Cloud platform. The event's type is the body's
 * {@code webhookEvent}. Cloud sends an identifier that its retries keep; Data Center sends none, so
 * there the type and the body are the identity. Data Center signs nothing by itself either: its
 * deliveries are taken only when something in front of it signs them.
 */
public final class JiraProvider implements WebhookProvider {

  static final String SIGNATURE = "X-Hub-Signature";
  static final String IDENTIFIER = "X-Atlassian-Webhook-Identifier";
  static final String EVENT_FIELD = "webhookEvent";

  @Override
  public Source source() {
    return Source.JIRA;
  }

  @Override
  public String signatureHeader() {
    return SIGNATURE;
  }

  @Override
  public Identification identify(Delivery delivery, ContentType contentType) {
    Optional<String> event = event(contentType, delivery.body());
    if (!Labels.isLabel(event.orElse(null))) {
      return new Identification.Unidentified(
          Labels.complaint("the body's field " + EVENT_FIELD, event.isEmpty()));
    }
    Optional<String> identifier = delivery.headers().first(IDENTIFIER);
    if (identifier.isPresent() && !Labels.isLabel(identifier.get())) {
      return new Identification.Unidentified(Labels.complaint("header " + IDENTIFIER, false));
    }
    String eventId = identifier.orElseGet(() -> ContentHash.ofEvent(event.get(), delivery.body()));
    return new Identification.Identified(eventId, "", identifier.orElse(""), event.get());
  }

  /** Reads one field and no tree: a body may be as large as the limit. */
  private static Optional<String> event(ContentType contentType, byte[] body) {
    try (JsonParser parser = JsonBody.parser(contentType, body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals(EVENT_FIELD);
        JsonToken value = parser.nextToken();
        if (wanted) {
          return value == JsonToken.VALUE_STRING ? Optional.of(parser.getText()) : Optional.empty();
        }
        parser.skipChildren();
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalArgumentException("the body was checked to be well-formed before", e);
    }
  }
}
