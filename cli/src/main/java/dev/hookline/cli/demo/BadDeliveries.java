package dev.hookline.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.cli.delivery.Delivery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Deliveries that a gateway must refuse, each with the status that it must answer. */
final class BadDeliveries {

  /**
   * One of them.
   *
   * @param what is wrong with it, for a person
   * @param delivery what is sent
   * @param headers the headers as changed
   * @param status the status that is right
   */
  record Bad(String what, Delivery delivery, Map<String, String> headers, int status) {}

  private BadDeliveries() {}

  /** One of each kind, made from a good delivery of GitHub's. */
  static List<Bad> of(Delivery good, String secret) {
    Delivery noJson = withBody(good, "{\"action\":");
    Delivery empty = withBody(good, "");
    Delivery elsewhere =
        new Delivery(
            good.source(),
            "nobody",
            good.eventType(),
            good.deliveryId(),
            good.hookId(),
            good.contentType(),
            good.body());
    return List.of(
        new Bad("a wrong signature", good, good.headers(secret + "x"), 401),
        new Bad("no signature", good, without(good.headers(secret), "X-Hub-Signature-256"), 401),
        new Bad("no event type", good, without(good.headers(secret), "X-GitHub-Event"), 400),
        new Bad("no delivery id", good, without(good.headers(secret), "X-GitHub-Delivery"), 400),
        new Bad("broken JSON", noJson, noJson.headers(secret), 400),
        new Bad("an empty body", empty, empty.headers(secret), 400),
        new Bad("an unknown organisation", elsewhere, elsewhere.headers(secret), 404));
  }

  private static Delivery withBody(Delivery good, String body) {
    return new Delivery(
        good.source(),
        good.org(),
        good.eventType(),
        good.deliveryId(),
        good.hookId(),
        "application/json",
        body.getBytes(UTF_8));
  }

  private static Map<String, String> without(Map<String, String> headers, String name) {
    Map<String, String> rest = new LinkedHashMap<>(headers);
    rest.remove(name);
    return rest;
  }
}
