package dev.hookline.gateway.http;

import dev.hookline.contract.Source;
import dev.hookline.gateway.provider.Delivery;
import dev.hookline.gateway.provider.RequestHeaders;
import io.javalin.http.Context;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Between HTTP and {@link WebhookHandler}: reads the body, writes the answer, keeps the bounds. */
final class WebhookEndpoint {

  static final String PATH = "/webhooks/{source}/{org}";

  private static final Logger LOG = LoggerFactory.getLogger(WebhookEndpoint.class);

  /** What reading leaves of the deadline for Kafka. */
  private static final Duration LEFT_FOR_PUBLISHING = Duration.ofSeconds(2);

  private final DeliveryCheck check;
  private final WebhookHandler handler;
  private final InFlightBytes bytes;
  private final InFlightRequests requests;
  private final Duration deadline;
  private final Clock clock;
  private final ScheduledExecutorService timer;
  private final GatewayMetrics metrics;
  private final BooleanSupplier draining;

  WebhookEndpoint(
      DeliveryCheck check,
      WebhookHandler handler,
      Bounds bounds,
      Clock clock,
      ScheduledExecutorService timer,
      GatewayMetrics metrics,
      BooleanSupplier draining) {
    this.check = check;
    this.handler = handler;
    this.bytes = bounds.bytes();
    this.requests = bounds.requests();
    this.deadline = bounds.deadline();
    this.clock = clock;
    this.timer = timer;
    this.metrics = metrics;
    this.draining = draining;
  }

  /** What one gateway takes on at once, and for how long. */
  record Bounds(InFlightBytes bytes, InFlightRequests requests, Duration deadline) {}

  void handle(Context context) {
    Deadline limit = Deadline.in(deadline);
    Instant receivedAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    boolean entered = requests.enter();
    context.future(
        () -> {
          if (entered) {
            context.req().getAsyncContext().addListener(new ExitWhenComplete(requests));
          }
          return answer(context, entered, limit, receivedAt)
              .exceptionally(WebhookEndpoint::internal)
              .thenAccept(answer -> write(context, answer, receivedAt, limit));
        });
  }

  private CompletableFuture<Answer> answer(
      Context context, boolean entered, Deadline limit, Instant receivedAt) {
    if (!entered) {
      return CompletableFuture.completedFuture(
          Answer.problem(Problem.BUSY, "too many requests are in flight; send again later"));
    }
    InFlightBytes.Reservation memory = bytes.open();
    String source = context.pathParam("source");
    String org = context.pathParam("org");
    RequestHeaders headers = name -> Optional.ofNullable(context.header(name));
    try {
      Optional<Answer> refusal =
          check.beforeReading(source, org, headers).or(() -> BodyReader.tooLarge(context.req()));
      if (refusal.isPresent()) {
        return refuse(context, memory, refusal.get());
      }
      return BodyReader.read(
              context.req(), memory, timer, limit.remaining().minus(LEFT_FOR_PUBLISHING))
          .thenCompose(
              read ->
                  read.match(
                      whole ->
                          handled(
                              new Delivery(
                                  org,
                                  Source.ofWireName(source).orElseThrow(),
                                  headers,
                                  whole.bytes(),
                                  receivedAt),
                              limit,
                              memory),
                      refused -> CompletableFuture.completedFuture(refused.answer())));
    } catch (IOException e) {
      memory.close();
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Answer> handled(
      Delivery delivery, Deadline limit, InFlightBytes.Reservation memory) {
    Handling handling;
    try {
      handling = handler.handle(delivery, limit);
    } catch (RuntimeException e) {
      memory.close();
      throw e;
    }
    var unused = handling.bodyReleased().whenComplete((nothing, error) -> memory.close());
    return handling
        .answer()
        .whenComplete(
            (answer, error) -> {
              if (error == null && answer.status() < 300) {
                metrics.stored(delivery.org(), delivery.source().wireName(), delivery.receivedAt());
              }
            });
  }

  /** A sender that asked first (Expect: 100-continue) has sent nothing that must be read away. */
  private CompletableFuture<Answer> refuse(
      Context context, InFlightBytes.Reservation memory, Answer answer) throws IOException {
    if (context.header("Expect") != null || context.req().getContentLengthLong() == 0) {
      return CompletableFuture.completedFuture(answer);
    }
    return BodyReader.discard(context.req(), memory, timer, answer)
        .thenApply(read -> read.match(whole -> answer, ReadBody.Refused::answer));
  }

  private void write(Context context, Answer answer, Instant receivedAt, Deadline limit) {
    context.status(answer.status()).contentType(answer.contentType()).result(answer.json());
    answer
        .retryAfter()
        .ifPresent(time -> context.header("Retry-After", Long.toString(time.toSeconds())));
    if (draining.getAsBoolean()) {
      context.header("Connection", "close");
    }
    String source =
        Source.ofWireName(context.pathParam("source")).map(Source::wireName).orElse("unknown");
    metrics.answered(source, answer, deadline.minus(limit.remaining()));
    LOG.debug("received {} answered {} {}", receivedAt, answer.status(), answer.label());
  }

  private static Answer internal(Throwable error) {
    LOG.error("a delivery could not be handled", error);
    return Answer.problem(Problem.INTERNAL, "the gateway failed; send again later");
  }

  /** Counts a request until its response is written. */
  private record ExitWhenComplete(InFlightRequests requests) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      requests.exit();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // the deadline is ours, not the server's
    }

    @Override
    public void onError(AsyncEvent event) {
      // complete follows
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // a request is handled once
    }
  }
}
