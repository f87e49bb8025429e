package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Topics;
import dev.hookline.gateway.testing.Admin;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The limits of depth, size, rate and time: what is just below is taken, what is above is refused.
 */
class InputLimitsTest extends RunningGateway {

  private static final int MIB = 1024 * 1024;

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
    assertProblem(sender.github("push", body).send(), 413, "25 MiB");
    assertProblem(sender.github("push", body).chunked().send(), 413, "25 MiB");
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
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setSoTimeout(20_000);
      long start = System.nanoTime();
      socket.getOutputStream().write(raw(head("Content-Length: 1000") + "{"));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 408").contains("urn:hookline:problem:slow-body");
      assertThat((System.nanoTime() - start) / 1e9)
          .as("seconds; the deadline is 8, the rest is the machine's")
          .isLessThan(15);
    }
  }

  @Test
  void takesNothingForAContentLengthAlone() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.getOutputStream().write(raw(head("Content-Length: " + 25 * MIB) + "{"));
      Admin admin = new Admin(gateway.adminPort());
      org.awaitility.Awaitility.await("the request is being read")
          .until(() -> admin.metric("hookline_gateway_in_flight_requests", "") >= 1);
      assertThat(admin.metric("hookline_gateway_in_flight_bytes", "")).isLessThan(MIB);
    }
  }

  @Test
  void answersAHeadOfTooLargeABodyBeforeItIsSent() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setSoTimeout(20_000);
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
