package dev.hookline.chaos.mutants.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.contract.Source;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Makes GitHub's deliveries of merged pull requests; all but the present time is seeded. */
public final class Dispatches {

  private static final String TYPE = "pull_request";

  /** Far beyond the 4 days after which an hour takes no event. */
  private static final Duration LONG_AGO = Duration.ofDays(20);

  private final Random random;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  /**
   * A maker.
   *
   * @param seed decides about ids, people, times and sizes
   * @param play what they are for: no two plays on one topic may have the same ids
   */
  public Dispatches(long seed, String play) {
    this.random = new Random(31 * seed + play.hashCode());
  }

  /**
   * A pull request that was merged within the last two hours.
   *
   * @param org to whom it is sent
   */
  public Dispatch merged(String org) {
    return merged(org, now.minusSeconds(60 + random.nextInt(7_000)));
  }

  /**
   * A pull request that was merged so long ago that its hour is closed.
   *
   * @param org to whom it is sent
   */
  public Dispatch mergedLongAgo(String org) {
    return merged(org, now.minus(LONG_AGO).minusSeconds(random.nextInt(7_000)));
  }

  /**
   * The very same delivery, by the same hook of an app, for another organisation.
   *
   * @param original the first one
   * @param org the other organisation
   */
  public Dispatch sameFor(Dispatch original, String org) {
    Intent intent = original.intent();
    return dispatch(
        org,
        original.delivery().deliveryId(),
        original.delivery().body(),
        Instant.ofEpochMilli(intent.payloadTimeMillis()),
        intent.person(),
        Fate.ROW);
  }

  /**
   * JSON that no pull request is: a gateway takes it, and the job cannot make a row of it.
   *
   * @param org to whom it is sent
   */
  public Dispatch unreadable(String org) {
    byte[] body =
        "{\"action\":\"closed\",\"pull_request\":\"#%d\"}".formatted(number()).getBytes(UTF_8);
    return dispatch(org, guid(), body, Instant.EPOCH, "", Fate.REJECTED);
  }

  private Dispatch merged(String org, Instant time) {
    String person = Integer.toString(1_000 + random.nextInt(3));
    String title = number() + "x".repeat(random.nextInt(200));
    byte[] body = mergedBody(time, person, title);
    return dispatch(org, guid(), body, time, person, Fate.ROW);
  }

  /**
   * A merged pull request. Written as no JSON library writes it: with blanks, escapes and zeros
   * that mean nothing.
   *
   * @param person GitHub's numeric id of the author
   * @param title makes bodies differ
   */
  static byte[] mergedBody(Instant time, String person, String title) {
    return """
        {"action" : "closed", "number":7,
         "pull_request": {"id":77, "number":7, "merged":true, "title":"caf\\u00e9 \\/ %1$s",
          "user":{"id":%2$s,"login":"person-%2$s","type":"User"},
          "created_at":"%3$s", "merged_at":"%3$s", "closed_at":"%3$s"},
         "repository":{"id":5,"full_name":"octo/repo", "score":1.50},
         "sender":{"id":%2$s,"login":"person-%2$s","type":"User"}}
        """
        .formatted(title, person, time)
        .getBytes(UTF_8);
  }

  private int number() {
    return 1 + random.nextInt(1_000_000);
  }

  private String guid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static Dispatch dispatch(
      String org, String guid, byte[] body, Instant time, String person, Fate fate) {
    String hash = sha256(body);
    Intent intent =
        new Intent(
            org + ":github:" + guid,
            org,
            "github",
            TYPE,
            hash,
            hash,
            body.length,
            time.toEpochMilli(),
            fate,
            person,
            person.isEmpty() ? Map.of() : Map.of("pr_merged", 1L));
    return new Dispatch(
        new Delivery(Source.GITHUB, org, TYPE, guid, "4711", "application/json", body), intent);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
