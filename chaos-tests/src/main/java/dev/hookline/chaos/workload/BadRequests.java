package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.cli.delivery.Signature;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Turns a good request into one that a gateway must refuse, in one of many ways. */
final class BadRequests {

  private static final String SIGNATURE = "X-Hub-Signature-256";
  private static final int MEBIBYTE = 1024 * 1024;

  /** GitHub sends up to 25 MiB. */
  private static final int TOO_MANY_MEBIBYTES = 26;

  private static final int KINDS = 16;

  private final RandomGenerator random;
  private boolean largeOneSent;

  BadRequests(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A request that must be refused.
   *
   * @param elsewhere the organisation that it names instead of a known one; empty for none
   */
  record Bad(Request request, String elsewhere) {

    String org(String known) {
      return elsewhere.isEmpty() ? known : elsewhere;
    }
  }

  Bad of(Request good, String secret) {
    int kind = random.nextInt(KINDS);
    if (kind == 15 && !largeOneSent) {
      // once a schedule: it costs a second of one of the machine's cores
      largeOneSent = true;
      byte[] spaces = new byte[MEBIBYTE];
      Arrays.fill(spaces, (byte) ' ');
      return bad(new Request(good.path(), good.headers(), spaces, TOO_MANY_MEBIBYTES));
    }
    return switch (kind) {
      case 0 -> bad(good.with(SIGNATURE, Signature.of(secret + "x", good.body())));
      case 1 -> bad(good.without(SIGNATURE));
      case 2 -> bad(good.with(SIGNATURE, "sha256=00"));
      case 3 -> bad(signed(good, secret, "{\"zen\":"));
      case 4 -> bad(signed(good, secret, ""));
      case 5 -> bad(signed(good, secret, "[1, 2]"));
      case 6 -> bad(signed(good, secret, "{} and more"));
      case 7 -> bad(good.without("X-GitHub-Event"));
      case 8 -> bad(good.without("X-GitHub-Delivery"));
      case 9 -> bad(good.with("X-GitHub-Event", "two words"));
      case 10 -> new Bad(good.to("/webhooks/github/nobody"), "nobody");
      case 11 -> bad(good.to(good.path().replace("github", "gitlab")));
      case 12 -> bad(good.with("Content-Type", "text/plain"));
      case 13 -> bad(good.with("Content-Encoding", "gzip"));
      default ->
          bad(
              signed(good, secret, "payload=%7B%zz")
                  .with("Content-Type", "application/x-www-form-urlencoded"));
    };
  }

  private static Bad bad(Request request) {
    return new Bad(request, "");
  }

  private static Request signed(Request good, String secret, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return new Request(good.path(), good.headers(), bytes, 1)
        .with(SIGNATURE, Signature.of(secret, bytes));
  }
}
