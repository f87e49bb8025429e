package dev.hookline.gateway.provider.github;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.Source;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.Identification;
import dev.hookline.gateway.provider.Labels;
import dev.hookline.gateway.provider.WebhookProvider;
import java.util.Optional;

/**
 * GitHub, from its page "Webhook events and payloads", section "Delivery headers". The delivery's
 * GUID is the event's identity: a redelivery keeps it, and two hooks that see one event share it.
 */
public final class GitHubProvider implements WebhookProvider {

  static final String SIGNATURE = "X-Hub-Signature-256";
  static final String EVENT = "X-GitHub-Event";
  static final String DELIVERY = "X-GitHub-Delivery";
  static final String HOOK_ID = "X-GitHub-Hook-ID";

  @Override
  public Source source() {
    return Source.GITHUB;
  }

  @Override
  public String signatureHeader() {
    return SIGNATURE;
  }

  @Override
  public Identification identify(Delivery delivery, ContentType contentType) {
    Optional<String> event = delivery.headers().first(EVENT);
    Optional<String> guid = delivery.headers().first(DELIVERY);
    String hookId = delivery.headers().first(HOOK_ID).orElse("");
    if (!Labels.isLabel(event.orElse(null))) {
      return refused(EVENT, event.isEmpty());
    }
    if (!Labels.isLabel(guid.orElse(null))) {
      return refused(DELIVERY, guid.isEmpty());
    }
    if (!hookId.isEmpty() && !Labels.isLabel(hookId)) {
      return refused(HOOK_ID, false);
    }
    return new Identification.Identified(guid.get(), hookId, guid.get(), event.get());
  }

  private static Identification refused(String header, boolean missing) {
    return new Identification.Unidentified(Labels.complaint("header " + header, missing));
  }
}
