package dev.hookline.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.cli.delivery.Signature;
import java.util.UUID;

/** A line that a person can paste into a shell to send one webhook by hand. */
final class Curl {

  private static final String BODY = "{\"zen\":\"Responsive is better than fast.\"}";

  private Curl() {}

  /** A signed ping, with the demo's public secret. */
  static String ping(String gateway) {
    return "curl -i "
        + gateway
        + "/webhooks/github/acme -H 'Content-Type: application/json' -H 'X-GitHub-Event: ping'"
        + " -H 'X-GitHub-Delivery: "
        + UUID.randomUUID()
        + "' -H 'X-Hub-Signature-256: "
        + Signature.of("demo-github-secret", BODY.getBytes(UTF_8))
        + "' -d '"
        + BODY
        + "'";
  }
}
