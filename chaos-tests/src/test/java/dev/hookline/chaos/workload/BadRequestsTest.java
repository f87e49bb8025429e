package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.chaos.history.Outcome;
import dev.hookline.cli.delivery.Signature;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfig.Organisation;
import dev.hookline.gateway.Secret;
import dev.hookline.gateway.http.GatewayMetrics;
import dev.hookline.gateway.http.GatewayServer;
import dev.hookline.gateway.idempotency.ClaimLifetimes;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.idempotency.InMemoryIdempotencyStore;
import dev.hookline.gateway.provider.github.GitHubProvider;
import dev.hookline.gateway.provider.jira.JiraProvider;
import dev.hookline.gateway.publish.EventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the workload holds for a flaw is one to the product's gateway, in front of no Kafka. */
class BadRequestsTest {

  private static final Secret SECRET = new Secret("some secret");

  private final Queue<WebhookRecord> published = new ConcurrentLinkedQueue<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private GatewayServer gateway;
  private URI address;

  @BeforeEach
  void start() {
    GatewayConfig config =
        new GatewayConfig(
            new Endpoint("127.0.0.1", 0),
            new Endpoint("127.0.0.1", 0),
            new GatewayConfig.Kafka("none:9092", GatewayConfig.Kafka.DEFAULT_BUFFER_BYTES),
            Optional.empty(),
            GatewayConfig.Limits.DEFAULT,
            Map.of(
                "acme",
                new Organisation(
                    Map.of(Source.GITHUB, List.of(SECRET), Source.JIRA, List.of(SECRET)),
                    Optional.empty())));
    gateway =
        new GatewayServer(
            config,
            Map.of(Source.GITHUB, new GitHubProvider(), Source.JIRA, new JiraProvider()),
            new Claims(
                new InMemoryIdempotencyStore(Clock.systemUTC(), ClaimLifetimes.DEFAULT),
                () -> Optional.of("topic")),
            new Publisher(),
            Clock.systemUTC(),
            new GatewayMetrics());
    address = URI.create("http://127.0.0.1:" + gateway.start());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private final class Publisher implements EventPublisher {
    @Override
    public CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience) {
      published.add(record);
      return CompletableFuture.completedFuture(new PublishOutcome.Confirmed(0, 0));
    }

    @Override
    public void close(Duration patience) {
      // holds nothing
    }
  }

  private int status(Request request) throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(address.resolve(request.path())).POST(request.publisher());
    request.headers().forEach(builder::header);
    return http.send(builder.build(), BodyHandlers.discarding()).statusCode();
  }

  /** A gateway reads the rest for 2 s and closes: a sender that is slower may see no answer. */
  private int statusOfLarge(Request request) {
    return await("an answer to " + request)
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> status(request), any -> true);
  }

  private static Request good(String source) {
    byte[] body = "{\"webhookEvent\": \"jira:issue_deleted\"}".getBytes(UTF_8);
    String signature = Signature.of(SECRET.reveal(), body);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    if (source.equals("jira")) {
      headers.put("X-Atlassian-Webhook-Identifier", "1");
      headers.put("X-Hub-Signature", signature);
    } else {
      headers.put("X-GitHub-Event", "ping");
      headers.put("X-GitHub-Delivery", "1");
      headers.put("X-GitHub-Hook-ID", "2");
      headers.put("X-Hub-Signature-256", signature);
    }
    return new Request("/webhooks/" + source + "/acme", headers, body, 1);
  }

  /** By docs/webhooks.md. */
  private static int documented(Flaw flaw) {
    return switch (flaw) {
      case WRONG_SIGNATURE, NO_SIGNATURE, SHORT_SIGNATURE, SIGNED_LIKE_THE_OTHER_SOURCE -> 401;
      case UNKNOWN_ORGANISATION, UNKNOWN_SOURCE -> 404;
      case NO_MEDIA_TYPE, OTHER_MEDIA_TYPE, COMPRESSED -> 415;
      case TOO_LARGE -> 413;
      default -> 400;
    };
  }

  static Stream<Arguments> flaws() {
    return Stream.of("github", "jira")
        .flatMap(source -> Flaw.of(source).stream().map(flaw -> Arguments.of(source, flaw)));
  }

  @ParameterizedTest
  @MethodSource("flaws")
  void theGatewayRefusesEachFlawOfEachSourceAsDocumented(String source, Flaw flaw)
      throws Exception {
    Request bad = new BadRequests(source, SECRET.reveal()).of(flaw, good(source));
    assertThat(flaw == Flaw.TOO_LARGE ? statusOfLarge(bad) : status(bad))
        .isEqualTo(documented(flaw));
    assertThat(RecordingClient.outcome(documented(flaw))).isEqualTo(Outcome.NOT);
    assertThat(published).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"github", "jira"})
  void withoutAFlawItIsTaken(String source) throws Exception {
    assertThat(status(good(source))).isEqualTo(202);
    assertThat(published).hasSize(1);
  }

  @Test
  void anEventOfJiraWithoutAnIdIsTaken() throws Exception {
    assertThat(status(good("jira").without("X-Atlassian-Webhook-Identifier"))).isEqualTo(202);
    assertThat(Flaw.of("jira")).doesNotContain(Flaw.NO_ID, Flaw.BLANK_IN_HOOK_ID);
    assertThat(Flaw.of("github")).doesNotContain(Flaw.EVENT_TYPE_IS_NO_TEXT).contains(Flaw.NO_ID);
  }
}
