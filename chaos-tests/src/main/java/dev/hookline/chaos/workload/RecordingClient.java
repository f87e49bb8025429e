package dev.hookline.chaos.workload;

import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes attempts with GitHub's patience, and writes down what came of each. No thread waits for an
 * answer. Thread-safe.
 */
final class RecordingClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final int MOST_DETAIL = 120;

  private final List<URI> gateways;
  private final HistoryLog log;
  private final Clock clock;
  private final Executor threads;
  private final Duration patience;
  private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
  private final AtomicLong begun = new AtomicLong();
  private volatile boolean closed;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .build();

  /**
   * Prepares.
   *
   * @param threads where what came of an attempt is written down; not closed here
   */
  RecordingClient(List<URI> gateways, HistoryLog log, Clock clock, Executor threads) {
    this(gateways, log, clock, threads, PATIENCE);
  }

  /** With another patience than GitHub's. */
  RecordingClient(
      List<URI> gateways, HistoryLog log, Clock clock, Executor threads, Duration patience) {
    this.gateways = List.copyOf(gateways);
    this.log = log;
    this.clock = clock;
    this.threads = threads;
    this.patience = patience;
  }

  /**
   * Sends, and records what came of it.
   *
   * @param gateway index of the gateway
   * @param attempt number of the attempt of this identity, from 1
   * @return what was recorded; completes when that is done
   */
  CompletableFuture<Operation> attempt(String identity, Request request, int gateway, int attempt) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(gateways.get(gateway).resolve(request.path()))
            .POST(request.publisher());
    request.headers().forEach(builder::header);
    long start = clock.millis();
    var exchange = http.sendAsync(builder.build(), BodyHandlers.ofString());
    long key = begun.incrementAndGet();
    open.put(key, exchange);
    if (closed) {
      exchange.cancel(true);
    }
    // Not the timeout of HttpRequest: that ends with the answer's headers, and a gateway may stand
    // still in the middle of an answer.
    return exchange
        .copy()
        .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
        .handleAsync(
            (response, error) -> {
              open.remove(key);
              exchange.cancel(true); // hangs up where there is no answer
              Throwable cause = error instanceof CompletionException ? error.getCause() : error;
              Operation operation =
                  cause == null
                      ? answered(identity, attempt, gateway, start, response)
                      : unanswered(identity, attempt, gateway, start, cause);
              log.operation(operation);
              refuseWhatNoGatewayDid(cause);
              return operation;
            },
            threads);
  }

  private Operation answered(
      String identity, int attempt, int gateway, long start, HttpResponse<String> response) {
    Outcome outcome = outcome(response.statusCode());
    String detail = outcome == Outcome.OK ? "" : shortened(response.body());
    return new Operation(
        identity,
        attempt,
        gateway + 1,
        start,
        clock.millis(),
        outcome,
        response.statusCode(),
        detail);
  }

  private Operation unanswered(
      String identity, int attempt, int gateway, long start, Throwable cause) {
    return new Operation(
        identity,
        attempt,
        gateway + 1,
        start,
        clock.millis(),
        Outcome.UNKNOWN,
        0,
        shortened(why(cause)));
  }

  private String why(Throwable cause) {
    if (cause instanceof CancellationException) {
      return "the sender was closed";
    } else if (cause instanceof TimeoutException) {
      return "no answer after " + patience.toMillis() + " ms";
    }
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  /** After it was written down: the request may have been sent all the same. */
  private static void refuseWhatNoGatewayDid(Throwable cause) {
    if (cause != null
        && !(cause instanceof CancellationException)
        && !(cause instanceof TimeoutException)
        && !(cause instanceof IOException)) {
      throw new IllegalStateException(
          "an attempt failed for which no gateway can be blamed", cause);
    }
  }

  /** Hangs up on every gateway that has not answered; each attempt is recorded as unknown. */
  @Override
  public void close() {
    closed = true;
    open.values().forEach(exchange -> exchange.cancel(true));
  }

  /** What an HTTP status says about whether the delivery was taken. */
  static Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return Outcome.OK;
    }
    return status >= 400 && status < 500 ? Outcome.NOT : Outcome.UNKNOWN;
  }

  private static String shortened(String text) {
    return text.length() > MOST_DETAIL ? text.substring(0, MOST_DETAIL) + "…" : text;
  }
}
