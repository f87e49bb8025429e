package dev.hookline.chaos.mutants.gateway;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.Source;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.Identification;
import dev.hookline.gateway.provider.Identification.Identified;
import dev.hookline.gateway.provider.WebhookProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Stands before the right provider; {@code changed} decides what an identified delivery is. */
record Identifying(WebhookProvider right, BiFunction<Delivery, Identified, Identified> changed)
    implements WebhookProvider {

  /** Puts a provider before each of them. */
  static Map<Source, WebhookProvider> all(
      Map<Source, WebhookProvider> right, BiFunction<Delivery, Identified, Identified> changed) {
    Map<Source, WebhookProvider> wrong = new HashMap<>();
    right.forEach((source, provider) -> wrong.put(source, new Identifying(provider, changed)));
    return wrong;
  }

  @Override
  public Source source() {
    return right.source();
  }

  @Override
  public String signatureHeader() {
    return right.signatureHeader();
  }

  @Override
  public Identification identify(Delivery delivery, ContentType contentType) {
    return right
        .identify(delivery, contentType)
        .match(identified -> changed.apply(delivery, identified), unidentified -> unidentified);
  }
}
