package dev.hookline.cli.delivery;

import dev.hookline.cli.delivery.Answer.Answered;
import dev.hookline.cli.delivery.Answer.Unknown;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Sends deliveries to a gateway with GitHub's patience: an answer within 10 s, or none. */
public final class WebhookClient {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI gateway;
  private final HttpClient http;

  /**
   * Makes a client.
   *
   * @param gateway the gateway's base address, such as {@code http://127.0.0.1:8080}
   */
  public WebhookClient(URI gateway) {
    this.gateway = gateway;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
  }

  /**
   * Sends one delivery once.
   *
   * @param delivery what to send
   * @param headers its headers, as {@link Delivery#headers} gives them or changed on purpose
   * @return the answer, or {@link Unknown} when there was none within 10 s
   * @throws InterruptedException when interrupted while waiting
   */
  public Answer send(Delivery delivery, Map<String, String> headers) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                gateway.resolve("/webhooks/" + delivery.source().wireName() + "/" + delivery.org()))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofByteArray(delivery.body()));
    headers.forEach(request::header);
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      return new Answered(response.statusCode(), response.body());
    } catch (IOException e) {
      return new Unknown(gateway + ": " + reason(e));
    }
  }

  /** The client's own words for the two that everybody meets name its parser, or nothing. */
  private static String reason(IOException failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage();
    if (failure instanceof ConnectException) {
      return "no connection" + (message.isEmpty() ? "" : ": " + message);
    }
    if (message.contains("received no bytes")) {
      return "the connection ended without an answer";
    }
    return failure.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }
}
