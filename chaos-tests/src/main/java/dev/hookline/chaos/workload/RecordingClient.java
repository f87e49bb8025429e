package dev.hookline.chaos.workload;

import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Makes one attempt with GitHub's patience, and writes down what came of it. Thread-safe. */
final class RecordingClient {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final int MOST_DETAIL = 120;

  private final List<URI> gateways;
  private final HistoryLog log;
  private final Clock clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .build();

  RecordingClient(List<URI> gateways, HistoryLog log, Clock clock) {
    this.gateways = List.copyOf(gateways);
    this.log = log;
    this.clock = clock;
  }

  int gateways() {
    return gateways.size();
  }

  /**
   * Sends and records.
   *
   * @param gateway index of the gateway
   * @param attempt number of the attempt of this identity, from 1
   * @return what was recorded
   */
  Operation attempt(String identity, Request request, int gateway, int attempt) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(gateways.get(gateway).resolve(request.path()))
            .timeout(PATIENCE)
            .POST(request.publisher());
    request.headers().forEach(builder::header);
    long start = clock.millis();
    Outcome outcome;
    int status = 0;
    String detail;
    try {
      var response = http.send(builder.build(), BodyHandlers.ofString());
      status = response.statusCode();
      outcome = outcome(status);
      detail = outcome == Outcome.OK ? "" : shortened(response.body());
    } catch (IOException e) {
      outcome = Outcome.UNKNOWN;
      detail = shortened(e.getClass().getSimpleName() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      outcome = Outcome.UNKNOWN;
      detail = "the sender was closed";
    }
    Operation operation =
        new Operation(
            identity, attempt, gateway + 1, start, clock.millis(), outcome, status, detail);
    log.operation(operation);
    return operation;
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
