package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.idempotency.ClaimKey;
import dev.hookline.gateway.idempotency.ClaimLifetimes;
import dev.hookline.gateway.idempotency.ClaimOutcome;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.idempotency.IdempotencyStore;
import dev.hookline.gateway.idempotency.InMemoryIdempotencyStore;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.Signature;
import dev.hookline.gateway.provider.github.GitHubProvider;
import dev.hookline.gateway.publish.EventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import dev.hookline.gateway.testing.Configs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What becomes of claim and answer for each outcome of publishing, the ones that Kafka rarely has.
 */
class WebhookHandlerTest {

  private static final PublishOutcome CONFIRMED = new PublishOutcome.Confirmed(0, 1);
  private static final byte[] BODY = "{}".getBytes(UTF_8);
  private static final EventIdentity IDENTITY = new EventIdentity("acme", Source.GITHUB, "guid");
  private static final ClaimKey KEY = new ClaimKey("topic", IDENTITY);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final IdempotencyStore store =
      new InMemoryIdempotencyStore(Clock.systemUTC(), ClaimLifetimes.DEFAULT);
  private final HeldPublisher publisher = new HeldPublisher();
  private final InFlightBytes bytes = new InFlightBytes(1_000);
  private final WebhookHandler handler = handler(Optional.of("topic"));

  private WebhookHandler handler(Optional<String> topicId) {
    return new WebhookHandler(
        new DeliveryCheck(
            Map.of(Source.GITHUB, new GitHubProvider()),
            Configs.inMemory("unused:1").organisations()),
        bytes,
        new Claims(store, () -> topicId),
        publisher,
        Runnable::run,
        new GatewayMetrics());
  }

  /** Publishes nothing; the test says what the outcome is, and when. */
  private static final class HeldPublisher implements EventPublisher {
    private final List<CompletableFuture<PublishOutcome>> held = new ArrayList<>();

    @Override
    public CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience) {
      CompletableFuture<PublishOutcome> outcome = new CompletableFuture<>();
      held.add(outcome);
      return outcome;
    }

    @Override
    public void close(Duration patience) {
      // nothing is open
    }
  }

  private static Delivery delivery(byte[] body, String contentType) {
    Map<String, String> headers =
        Map.of(
            "x-github-event",
            "push",
            "x-github-delivery",
            IDENTITY.eventId(),
            "content-type",
            contentType,
            "x-hub-signature-256",
            Signature.sign(body, Configs.SECRET));
    return new Delivery(
        "acme",
        Source.GITHUB,
        name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))),
        body,
        Instant.EPOCH);
  }

  private Handling handle(Duration deadline) {
    return handler.handle(delivery(BODY, "application/json"), Deadline.in(deadline));
  }

  private static Answer answer(Handling handling) {
    return handling.answer().orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void nothingIsAnsweredBeforeKafkaHasConfirmedAndThenTheClaimIsDone() {
    Handling handling = handle(LONG);
    assertThat(handling.answer()).isNotDone();
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.InFlight.class);
    publisher.held.get(0).complete(CONFIRMED);
    assertThat(answer(handling).status()).isEqualTo(202);
    assertThat(handling.bodyReleased()).isCompleted();
    assertThat(store.claim(KEY)).isEqualTo(new ClaimOutcome.AlreadyPublished(ContentHash.of(BODY)));
  }

  @Test
  void aFailureAndAnUnknownOutcomeReleaseTheClaimAndAreAnswered503() {
    for (PublishOutcome outcome :
        List.of(new PublishOutcome.Failed("no"), new PublishOutcome.Unknown("timeout"))) {
      publisher.held.clear();
      Handling handling = handle(LONG);
      publisher.held.get(0).complete(outcome);
      Answer answer = answer(handling);
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.retryAfter()).isPresent();
      assertThat(answer.fields()).containsEntry("identity", IDENTITY.toString());
    }
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.Acquired.class);
  }

  @Test
  void theDeadlineAnswers503AndAConfirmationAfterItStillMakesTheClaimDone() {
    Handling handling = handle(Duration.ofMillis(50));
    assertThat(answer(handling).status()).isEqualTo(503);
    assertThat(handling.bodyReleased()).as("the publisher still has it").isNotDone();
    publisher.held.get(0).complete(CONFIRMED);
    await("the body to be released").until(() -> handling.bodyReleased().isDone());
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.AlreadyPublished.class);
  }

  @Test
  void publishesOnceMoreWhenTheGatewayDiedBetweenClaimAndSend() {
    store.claim(KEY); // by a gateway that is no more
    Handling handling = handle(LONG);
    publisher.held.get(0).complete(CONFIRMED);
    assertThat(answer(handling).status()).isEqualTo(202);
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.AlreadyPublished.class);
  }

  @Test
  void theFailureOfOneOfTwoAttemptsLeavesTheOthersConfirmationAlone() {
    Handling first = handle(LONG);
    Handling second = handle(LONG);
    publisher.held.get(1).complete(CONFIRMED);
    publisher.held.get(0).complete(new PublishOutcome.Failed("no"));
    assertThat(answer(first).status()).isEqualTo(503);
    assertThat(answer(second).status()).isEqualTo(202);
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.AlreadyPublished.class);
  }

  @Test
  void theSameDeliveryOverAnotherHookWithOtherBytesIsPublished() {
    handle(LONG);
    publisher.held.get(0).complete(CONFIRMED);
    Handling form =
        handler.handle(
            delivery("payload=%7B%7D".getBytes(UTF_8), "application/x-www-form-urlencoded"),
            Deadline.in(LONG));
    publisher.held.get(1).complete(CONFIRMED);
    assertThat(answer(form).status()).isEqualTo(202);
  }

  @Test
  void withoutTheTopicsIdThereIsNoClaimAndTheEventIsPublished() {
    Handling handling =
        handler(Optional.empty()).handle(delivery(BODY, "application/json"), Deadline.in(LONG));
    publisher.held.get(0).complete(CONFIRMED);
    assertThat(answer(handling).status()).isEqualTo(202);
    assertThat(store.claim(KEY)).isInstanceOf(ClaimOutcome.Acquired.class);
  }

  @Test
  void aFormThatCannotBeDecodedWithinTheMemoryIsAnswered503() {
    byte[] form = ("payload=%7B%7D" + "+".repeat(600)).getBytes(UTF_8);
    Handling handling =
        handler.handle(delivery(form, "application/x-www-form-urlencoded"), Deadline.in(LONG));
    assertThat(answer(handling).status()).isEqualTo(503);
    assertThat(bytes.used()).isZero();
  }
}
