package dev.hookline.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.WebhookClient;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Part;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline send}. */
@Command(
    name = "send",
    description = "Send webhooks to the gateway as a provider would, signed.",
    footer = {
      "",
      "The times inside a body are moved so that its event happened a moment ago; --keep-times"
          + " sends the file's bytes as they are. A --delivery that was sent before gets the times"
          + " of its first sending, so that it is the same delivery.",
      "Exit code 0 when each was acknowledged, 1 when one was refused, 2 when one had no answer."
    },
    mixinStandardHelpOptions = true)
final class SendCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Attempts after which a gateway that never answered is taken for one that is not there. */
  private static final int PATIENCE = 10;

  private final Surroundings surroundings;

  @Option(names = "--source", required = true, description = "github or jira.")
  private String source;

  @Option(
      names = "--org",
      defaultValue = "acme",
      description = "The organisation; ${DEFAULT-VALUE} unless given.")
  private String org;

  @ArgGroup(multiplicity = "1")
  private Bodies bodies;

  /** Exactly one of the three. */
  static final class Bodies {
    @Option(names = "--body", paramLabel = "FILE", description = "Send this file.")
    private Path file;

    @Option(names = "--examples", description = "Send all of GitHub's public examples.")
    private boolean examples;

    @Option(names = "--dir", paramLabel = "DIR", description = "Send every *.json of a folder.")
    private Path folder;
  }

  @Option(
      names = "--event",
      description = "The event type, such as pull_request. Jira bodies say it themselves.")
  private String event;

  @Option(names = "--delivery", description = "The delivery's id; a new UUID unless given.")
  private String delivery;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      description = "Send the same delivery N times, one after the other.")
  private int repeat;

  @Option(names = "--keep-times", description = "Leave the times in the body as they are.")
  private boolean keepTimes;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The gateway's configuration, for the secret; the running stack's unless given.")
  private Path config;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  SendCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Console console = surroundings.console(json);
    Source from =
        Source.ofWireName(source)
            .orElseThrow(
                () ->
                    CliFailure.undecided("--source must be github or jira; got '" + source + "'"));
    if (!EventIdentity.isOrg(org)) {
      throw CliFailure.undecided(
          "--org must be 1 to 64 characters of a-z, 0-9, _ and -, starting with a letter or digit; got '"
              + org
              + "'");
    }
    if (repeat < 1) {
      throw CliFailure.undecided("--repeat must be 1 or more; got " + repeat);
    }
    String secret = HookSecret.find(surroundings, config, org, from);
    Clock clock = Clock.systemUTC();
    DeliverySource made =
        new DeliverySource(
            from,
            org,
            keepTimes,
            clock,
            new SentMoments(surroundings.home().resolve("sent"), clock));
    WebhookClient client = new WebhookClient(Endpoints.find(surroundings).uri(Part.GATEWAY));
    Tally tally = new Tally();
    if (bodies.file != null) {
      Delivery one = made.file(bodies.file, event, delivery);
      sayMoved(console, made);
      return sendOne(console, client, secret, one, tally);
    }
    List<Delivery> all = bodies.examples ? made.examples() : made.folder(bodies.folder, event);
    sayMoved(console, made);
    return sendAll(console, client, secret, all, tally);
  }

  private static void sayMoved(Console console, DeliverySource made) {
    if (made.hasMovedTimes()) {
      console.note("times moved to now; --keep-times sends the file as it is");
    }
  }

  private int sendOne(
      Console console, WebhookClient client, String secret, Delivery one, Tally tally)
      throws InterruptedException {
    Answer first = null;
    Answer last = null;
    try (Progress progress = console.progress("sending")) {
      for (int i = 0; i < repeat && !tally.unansweredFrom(PATIENCE); i++) {
        progress.at((i + 1) + " of " + repeat);
        last = client.send(one, one.headers(secret));
        first = first == null ? last : first;
        tally.add(one, last);
      }
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    int status = last instanceof Answer.Answered answered ? answered.status() : 0;
    result.put("status", status);
    result.put("outcome", Tally.outcome(last));
    result.put("delivery_id", one.deliveryId());
    result.put("identity", one.identity().toString());
    result.set("body", body(last));
    if (repeat > 1) {
      tally.into(result);
    }
    // Of a delivery that is sent again the first answer tells what became of it.
    console.say(
        Tally.outcome(first)
            + (first instanceof Answer.Answered answered ? " (" + answered.status() + ")" : "")
            + " "
            + one.identity()
            + (repeat > 1 ? ", answers " + tally.byStatus() : "")
            + (repeat == 1 && tally.exitCode() != CliFailure.GOOD
                ? ": " + Tally.reason(first)
                : ""));
    if (repeat > 1) {
      tally.failures().stream().distinct().forEach(console::note);
      leaveOut(console, result, repeat - tally.sent());
    }
    console.result(result);
    return tally.exitCode();
  }

  private int sendAll(
      Console console, WebhookClient client, String secret, List<Delivery> all, Tally tally)
      throws InterruptedException {
    try (Progress progress = console.progress("sending")) {
      for (Delivery next : all) {
        for (int i = 0; i < repeat && !tally.unansweredFrom(PATIENCE); i++) {
          tally.add(next, client.send(next, next.headers(secret)));
        }
        progress.at(tally.sent() + " of " + (long) all.size() * repeat);
      }
    }
    console.say("sent " + tally.sent() + ", answers " + tally.byStatus());
    tally.failures().forEach(console::note);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    tally.into(result);
    leaveOut(console, result, (long) all.size() * repeat - tally.sent());
    console.result(result);
    return tally.exitCode();
  }

  private static void leaveOut(Console console, ObjectNode result, long attempts) {
    result.put("left_out", attempts);
    if (attempts > 0) {
      console.note(
          "none of the first "
              + PATIENCE
              + " had an answer, the other "
              + attempts
              + " were not sent: is the gateway up? 'status' tells");
    }
  }

  /** The gateway's answer as JSON where it is JSON, else as text. */
  private static JsonNode body(Answer answer) {
    if (!(answer instanceof Answer.Answered answered)) {
      return TextNode.valueOf(((Answer.Unknown) answer).cause());
    }
    try {
      return JSON.readTree(answered.body());
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(answered.body());
    }
  }
}
