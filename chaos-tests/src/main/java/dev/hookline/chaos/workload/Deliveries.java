package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.workload.Plan.Repeat;
import dev.hookline.cli.delivery.Signature;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Makes a schedule's deliveries, one after the other, each with what it means. A function of the
 * settings. Not thread-safe.
 *
 * <p>Some deliveries have a twin: the same event id and the same bytes, sent to another
 * organisation. Twins are two events.
 */
final class Deliveries {

  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String FIRST_HOOK = "424242";
  private static final String SECOND_HOOK = "515151";
  private static final int MOST_TWINS_WAITING = 16;

  /**
   * The one delivery of a schedule that is over the limit: it costs a second of one of the
   * machine's cores, so chance may not leave it out nor make it two.
   */
  static final int TOO_LARGE_ONE = 100;

  /** Kept by their sender until all faults are over; with more, fewer would meet the faults. */
  private static final int KEPT_OF_A_HUNDRED = 2;

  private final ObjectMapper mapper = new ObjectMapper();
  private final TrafficSettings settings;
  private final SecretOf secrets;
  private final RandomGenerator random;
  private final Moments moments;
  private final GitHubBodies github;
  private final JiraBodies jira;
  private final ExampleBodies examples;
  private final Deque<Twin> twins = new ArrayDeque<>();
  private int made;

  private record Twin(int due, String org, String id, boolean form, Meant meant) {}

  Deliveries(TrafficSettings settings, SecretOf secrets) {
    this.settings = settings;
    this.secrets = secrets;
    // An odd factor, so that no two schedules of a seed begin alike.
    this.random =
        RandomGeneratorFactory.of("L64X128MixRandom")
            .create(settings.seed() + settings.schedule() * 0x9E3779B97F4A7C15L);
    this.moments = new Moments(random, settings.clock());
    this.github = new GitHubBodies(random, moments);
    this.jira = new JiraBodies(random, moments);
    this.examples = new ExampleBodies(settings.examples(), random, moments);
  }

  /** The next delivery. */
  Shipment next() {
    int number = made++;
    Twin twin = twins.peek();
    if (twin != null && twin.due <= number && number != TOO_LARGE_ONE) {
      twins.remove();
      return ship(number, twin.org, twin.id, twin.form, twin.meant);
    }
    // Seed, schedule and number: no other delivery of any schedule has this id.
    String id = new UUID(settings.seed(), (long) settings.schedule() << 32 | number).toString();
    String org = settings.orgs().get(random.nextInt(settings.orgs().size()));
    int kind = random.nextInt(100);
    if (kind < 3 || number == TOO_LARGE_ONE) {
      return refused(number, org, id);
    }
    Meant meant = meant(kind, id);
    boolean form = meant.source().equals("github") && random.nextInt(10) == 0;
    if (random.nextInt(20) == 0 && twins.size() < MOST_TWINS_WAITING) {
      int other = settings.orgs().indexOf(org) + 1 + random.nextInt(settings.orgs().size() - 1);
      String elsewhere = settings.orgs().get(other % settings.orgs().size());
      twins.add(new Twin(number + 1 + random.nextInt(8), elsewhere, id, form, meant));
    }
    return ship(number, org, id, form, meant);
  }

  private Meant meant(int kind, String id) {
    if (kind < 5) {
      return random.nextInt(4) == 0 ? jira.unreadable(id) : github.unreadable(id);
    } else if (kind < 28) {
      return jira.next(id);
    } else if (kind < 40) {
      return github.uncounted(id);
    } else if (kind < 46 && !examples.isEmpty()) {
      return examples.next(id);
    }
    return github.counted(id);
  }

  private Shipment refused(int number, String org, String id) {
    boolean ofJira = random.nextBoolean();
    Meant meant = ofJira ? jira.uncounted(id) : github.ping(id);
    List<Flaw> flaws = new ArrayList<>(Flaw.of(meant.source()));
    flaws.remove(Flaw.TOO_LARGE);
    Flaw flaw = number == TOO_LARGE_ONE ? Flaw.TOO_LARGE : flaws.get(random.nextInt(flaws.size()));
    byte[] body = json(meant.body());
    Request request =
        new BadRequests(meant.source(), secrets.of(org, meant.source()))
            .of(flaw, request(org, id, JSON, meant, body));
    String named = flaw == Flaw.UNKNOWN_ORGANISATION ? BadRequests.NOBODY : org;
    Intent intent = intent(named, id, meant, body, body, Fate.REFUSED);
    Plan plan = new Plan(false, Duration.ZERO, Repeat.NONE, Duration.ZERO, number, true, false);
    return new Shipment(number, intent, request, request, plan);
  }

  private Shipment ship(int number, String org, String id, boolean form, Meant meant) {
    byte[] json = json(meant.body());
    byte[] body =
        form
            ? ("payload=" + URLEncoder.encode(new String(json, UTF_8), UTF_8)).getBytes(UTF_8)
            : json;
    Request request = request(org, id, form ? FORM : JSON, meant, body);
    String eventId = id;
    if (meant.source().equals("jira") && id.hashCode() % 8 == 0) {
      // as old servers do: without a header that names the event
      request = request.without("X-Atlassian-Webhook-Identifier");
      eventId = sha256((meant.eventType() + "\0").getBytes(UTF_8), body);
    }
    Plan plan = plan(number);
    Request repeated =
        plan.otherHook() && meant.source().equals("github")
            ? request.with("X-GitHub-Hook-ID", SECOND_HOOK)
            : request;
    Intent intent = intent(org, eventId, meant, body, json, meant.fate());
    return new Shipment(number, intent, request, repeated, plan);
  }

  private Request request(String org, String id, String contentType, Meant meant, byte[] body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType);
    String signature = Signature.of(secrets.of(org, meant.source()), body);
    if (meant.source().equals("github")) {
      headers.put("X-GitHub-Event", meant.eventType());
      headers.put("X-GitHub-Delivery", id);
      headers.put("X-GitHub-Hook-ID", FIRST_HOOK);
      headers.put("X-Hub-Signature-256", signature);
    } else {
      headers.put("X-Atlassian-Webhook-Identifier", id);
      headers.put("X-Hub-Signature", signature);
    }
    return new Request("/webhooks/" + meant.source() + "/" + org, headers, body, 1);
  }

  private Plan plan(int number) {
    Duration longest = settings.longestDelay();
    int when = random.nextInt(100);
    Duration before =
        when < 75
            ? Duration.ZERO
            : when < 94
                ? moments.between(Duration.ZERO, longest.dividedBy(8))
                : moments.between(longest.dividedBy(4), longest);
    int again = random.nextInt(100);
    Repeat repeat =
        again < 3
            ? Repeat.PARALLEL
            : again < 6
                ? Repeat.IMMEDIATE
                : again < 9 ? Repeat.DELAYED : again < 13 ? Repeat.AT_THE_END : Repeat.NONE;
    return new Plan(
        when < KEPT_OF_A_HUNDRED,
        before,
        repeat,
        moments.between(longest.dividedBy(16), longest),
        number,
        random.nextInt(3) > 0,
        random.nextInt(3) == 0);
  }

  private static Intent intent(
      String org, String eventId, Meant meant, byte[] body, byte[] json, Fate fate) {
    return new Intent(
        org + ":" + meant.source() + ":" + eventId,
        org,
        meant.source(),
        meant.eventType(),
        sha256(body),
        sha256(json),
        body.length,
        meant.timeMillis(),
        fate,
        meant.person(),
        meant.contributions());
  }

  private byte[] json(ObjectNode body) {
    try {
      return mapper.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
