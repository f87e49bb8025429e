package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.cli.delivery.Signature;
import java.util.Arrays;

/** Turns a source's good request into one that a gateway must refuse. */
final class BadRequests {

  /** In a path as good as any other; the gateways know no such organisation. */
  static final String NOBODY = "nobody";

  private static final String GITHUB_SIGNATURE = "X-Hub-Signature-256";
  private static final String JIRA_SIGNATURE = "X-Hub-Signature";
  private static final String BLANK = "two words";
  private static final int LONGEST_ID = 255;
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int TOO_MANY_MEBIBYTES = 26;

  private final String source;
  private final String secret;
  private final String signature;
  private final String othersSignature;
  private final String id;

  /**
   * Knows the source's headers.
   *
   * @param source {@code github} or {@code jira}
   * @param secret that the good requests are signed with
   */
  BadRequests(String source, String secret) {
    boolean jira = source.equals("jira");
    this.source = source;
    this.secret = secret;
    this.signature = jira ? JIRA_SIGNATURE : GITHUB_SIGNATURE;
    this.othersSignature = jira ? GITHUB_SIGNATURE : JIRA_SIGNATURE;
    this.id = jira ? "X-Atlassian-Webhook-Identifier" : "X-GitHub-Delivery";
  }

  Request of(Flaw flaw, Request good) {
    return switch (flaw) {
      case WRONG_SIGNATURE -> good.with(signature, Signature.of(secret + "x", good.body()));
      case NO_SIGNATURE -> good.without(signature);
      case SHORT_SIGNATURE -> good.with(signature, "sha256=00");
      case SIGNED_LIKE_THE_OTHER_SOURCE ->
          good.without(signature).with(othersSignature, good.headers().get(signature));
      case BROKEN_JSON -> signed(good, "{\"zen\":");
      case NO_BODY -> signed(good, "");
      case NO_OBJECT -> signed(good, "[1, 2]");
      case MORE_THAN_AN_OBJECT -> signed(good, new String(good.body(), UTF_8) + " and more");
      case FORM_WITH_BROKEN_PAYLOAD -> form(good, "payload=%7B%zz");
      case FORM_WITHOUT_PAYLOAD -> form(good, "load=%7B%7D");
      case NO_EVENT_TYPE -> untyped(good);
      case BLANK_IN_EVENT_TYPE -> typed(good, BLANK);
      case EVENT_TYPE_IS_NO_TEXT -> signed(good, "{\"webhookEvent\": 7}");
      case NO_ID -> good.without(id);
      case BLANK_IN_ID -> good.with(id, BLANK);
      case LONG_ID -> good.with(id, "x".repeat(LONGEST_ID + 1));
      case BLANK_IN_HOOK_ID -> good.with("X-GitHub-Hook-ID", BLANK);
      case UNKNOWN_ORGANISATION -> good.to("/webhooks/" + source + "/" + NOBODY);
      case UNKNOWN_SOURCE -> good.to(good.path().replace("/" + source + "/", "/gitlab/"));
      case NO_MEDIA_TYPE -> good.without("Content-Type");
      case OTHER_MEDIA_TYPE -> good.with("Content-Type", "text/plain");
      case COMPRESSED -> good.with("Content-Encoding", "gzip");
      case TOO_LARGE -> large(good);
    };
  }

  private Request untyped(Request good) {
    return source.equals("jira") ? signed(good, "{}") : good.without("X-GitHub-Event");
  }

  private Request typed(Request good, String eventType) {
    return source.equals("jira")
        ? signed(good, "{\"webhookEvent\": \"" + eventType + "\"}")
        : good.with("X-GitHub-Event", eventType);
  }

  private Request form(Request good, String body) {
    return signed(good, body).with("Content-Type", "application/x-www-form-urlencoded");
  }

  private Request signed(Request good, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return new Request(good.path(), good.headers(), bytes, 1)
        .with(signature, Signature.of(secret, bytes));
  }

  /** Its signature is wrong as well, which no gateway can know before it has read all of it. */
  private static Request large(Request good) {
    byte[] spaces = new byte[MEBIBYTE];
    Arrays.fill(spaces, (byte) ' ');
    return new Request(good.path(), good.headers(), spaces, TOO_MANY_MEBIBYTES);
  }
}
