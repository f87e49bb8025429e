package dev.hookline.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.WebhookClient;
import dev.hookline.contract.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Deliveries that a gateway must refuse, each with the status that it must answer. */
final class BadDeliveries {

  private static final int UNSIGNED = 401;
  private static final int NOT_FOUND = 404;
  private static final String GOOD_BODY = "{\"zen\": \"Keep it logically awesome.\"}";

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

  /** One of each kind, all different events. */
  static List<Bad> of(String org, String secret, RandomGenerator random) {
    Delivery wrong = ping(org, GOOD_BODY, random);
    Delivery unsigned = ping(org, GOOD_BODY, random);
    Delivery untyped = ping(org, GOOD_BODY, random);
    Delivery nameless = ping(org, GOOD_BODY, random);
    Delivery noJson = ping(org, "{\"zen\":", random);
    Delivery empty = ping(org, "", random);
    Delivery elsewhere = ping("nobody", GOOD_BODY, random);
    return List.of(
        new Bad("a wrong signature", wrong, wrong.headers(secret + "x"), 401),
        new Bad("no signature", unsigned, without(unsigned, secret, "X-Hub-Signature-256"), 401),
        new Bad("no event type", untyped, without(untyped, secret, "X-GitHub-Event"), 400),
        new Bad("no delivery id", nameless, without(nameless, secret, "X-GitHub-Delivery"), 400),
        new Bad("broken JSON", noJson, noJson.headers(secret), 400),
        new Bad("an empty body", empty, empty.headers(secret), 400),
        new Bad("an unknown organisation", elsewhere, elsewhere.headers(secret), 404));
  }

  /**
   * Sends each and takes down its answer.
   *
   * @throws CliFailure when one is not refused as it must be
   */
  static void send(List<Bad> all, WebhookClient client, History history)
      throws InterruptedException {
    for (Bad bad : all) {
      Answer answer = client.send(bad.delivery(), bad.headers());
      history.record(bad.delivery(), answer);
      if (bad.status() == UNSIGNED
          && answer instanceof Answer.Answered none
          && none.status() == NOT_FOUND) {
        throw CliFailure.undecided(
            "the demo sends to the organisation "
                + bad.delivery().org()
                + ", which the gateway does not have for github: keep it in the gateway's file");
      }
      if (!(answer instanceof Answer.Answered answered) || answered.status() != bad.status()) {
        throw CliFailure.wrong(
            "a delivery with " + bad.what() + " must get " + bad.status() + "; got " + answer);
      }
    }
  }

  private static Delivery ping(String org, String body, RandomGenerator random) {
    return new Delivery(
        Source.GITHUB,
        org,
        "ping",
        new UUID(random.nextLong(), random.nextLong()).toString(),
        "424242",
        "application/json",
        body.getBytes(UTF_8));
  }

  private static Map<String, String> without(Delivery delivery, String secret, String name) {
    Map<String, String> rest = new LinkedHashMap<>(delivery.headers(secret));
    rest.remove(name);
    return rest;
  }
}
