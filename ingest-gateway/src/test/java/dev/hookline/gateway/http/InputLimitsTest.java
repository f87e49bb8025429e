package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.Topics;
import dev.hookline.gateway.Gateway;
import dev.hookline.gateway.testing.Admin;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The limits of depth, size, rate and time: what is just below is taken, what is above is refused.
 */
class InputLimitsTest extends RunningGateway {

  private static final int MIB = 1024 * 1024;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /**
   * Said when the gateway's own limit is over; a connection that is idle is spoken of otherwise.
   */
  private static final Pattern NOT_HERE =
      Pattern.compile("the body was not here after ([0-9]+) ms");

  @Test
  void acceptsADepthOf512AndRefuses513() {
    String deep = "{\"a\":" + "[".repeat(511) + "]".repeat(511) + "}";
    String tooDeep = "{\"a\":" + "[".repeat(512) + "]".repeat(512) + "}";
    assertThat(sender.github("push", deep).send().status()).isEqualTo(202);
    assertProblem(sender.github("push", tooDeep).send(), 400, "512");
  }

  @Test
  void acceptsALegalBodyWithAStringOf21Megabytes() {
    byte[] body = filled("{\"a\":\"", 21_000_000, "\"}");
    assertThat(sender.github("push", body).send().status()).isEqualTo(202);
  }

  @Test
  void acceptsExactly25MiB() {
    byte[] body = filled("{\"a\":\"", 25 * MIB - 8, "\"}");
    assertThat(body).hasSize(Topics.MAX_BODY_BYTES);
    Answer answer = sender.github("push", body).chunked().send();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(topic.records(answer.identity()))
        .singleElement()
        .satisfies(
            r -> {
              assertThat(Arrays.equals(r.body(), body)).isTrue();
            });
  }

  @Test
  void refuses26MiBDeclaredAndChunkedWith413() {
    byte[] body = filled("{\"a\":\"", 26 * MIB, "\"}");
    assertProblem(answerTo(sender.github("push", body)), 413, "25 MiB");
    assertProblem(answerTo(sender.github("push", body).chunked()), 413, "25 MiB");
  }

  /**
   * What is refused is read on for a little while. On a busy machine the rest may not be sent by
   * then, and this client reads no answer before it has sent all.
   */
  private static Answer answerTo(Sender.Request request) {
    return await("an answer to a body that is too large")
        .atMost(LIMIT)
        .ignoreExceptionsMatching(e -> e.getCause() instanceof IOException)
        .until(request::send, answer -> true);
  }

  @Test
  void limitsAnOrganisationsRateOnlyAfterItsSignature() {
    for (int i = 0; i < 5; i++) {
      assertThat(
              sender
                  .github("push", BODY)
                  .to("/webhooks/github/slow")
                  .header("X-Hub-Signature-256", "sha256=" + "0".repeat(64))
                  .send()
                  .status())
          .isEqualTo(401);
    }
    Sender.Request request = sender.github("push", BODY).to("/webhooks/github/slow");
    assertThat(request.send().status()).isEqualTo(202);
    assertThat(request.send().status()).isEqualTo(200);
    Answer third = request.send();
    assertProblem(third, 429, "'slow'");
    assertThat(Integer.parseInt(third.retryAfter())).isBetween(1, 101);
  }

  @Test
  void answers408ToASlowBodyWithinTheDeadline() throws Exception {
    try (Gateway usual =
            Gateway.start(
                Configs.withUsualDeadline(Configs.inMemory(STACK.kafka().bootstrapServers())),
                Clock.systemUTC());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), usual.port())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      long begun = System.nanoTime();
      socket.getOutputStream().write(raw(head("Content-Length: 1000") + "{"));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("6 s and what a busy machine adds")
          .isLessThan(Duration.ofSeconds(30));
      assertThat(answer).startsWith("HTTP/1.1 408").contains("urn:hookline:problem:slow-body");
      Matcher waited = NOT_HERE.matcher(answer);
      assertThat(waited.find()).as("the gateway's own limit was over: %s", answer).isTrue();
      assertThat(Integer.parseInt(waited.group(1)))
          .as("ms; the deadline is 8 s, and two are left for Kafka")
          .isBetween(1, 6000);
    }
  }

  @Test
  void takesNothingForAContentLengthAlone() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.getOutputStream().write(raw(head("Content-Length: " + 25 * MIB) + "{"));
      Admin admin = new Admin(gateway.adminPort());
      await("the request is being read")
          .atMost(LIMIT)
          .until(() -> admin.metric("hookline_gateway_in_flight_requests", "") >= 1);
      assertThat(admin.metric("hookline_gateway_in_flight_bytes", "")).isLessThan(MIB);
    }
  }

  @Test
  void answersAHeadOfTooLargeABodyBeforeItIsSent() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket
          .getOutputStream()
          .write(raw(head("Content-Length: " + 26 * MIB, "Expect: 100-continue")));
      byte[] start = socket.getInputStream().readNBytes(12);
      assertThat(new String(start, UTF_8)).isEqualTo("HTTP/1.1 413");
    }
  }

  private static String head(String... headers) {
    return "POST /webhooks/github/acme HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256="
        + "0".repeat(64)
        + "\r\n"
        + String.join("\r\n", headers)
        + "\r\n\r\n";
  }

  private static byte[] filled(String start, int count, String end) {
    byte[] body = new byte[start.length() + count + end.length()];
    Arrays.fill(body, (byte) 'x');
    System.arraycopy(raw(start), 0, body, 0, start.length());
    System.arraycopy(raw(end), 0, body, body.length - end.length(), end.length());
    return body;
  }
}
