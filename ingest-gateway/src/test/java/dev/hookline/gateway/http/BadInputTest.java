package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.gateway.Gateway;
import dev.hookline.gateway.testing.Admin;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.EventsTopic;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What senders get wrong, and what only looks wrong; over HTTP and into a real topic. */
class BadInputTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");
  private static final String BODY = "{\"action\":\"opened\",\"number\":1}";
  private static final int MIB = 1024 * 1024;

  private static EventsTopic topic;
  private static Gateway gateway;
  private static Sender sender;

  @BeforeAll
  static void start() throws Exception {
    topic = new EventsTopic(STACK.kafka().bootstrapServers()).create();
    gateway =
        Gateway.start(
            Configs.inMemory(STACK.kafka().bootstrapServers()), Clock.fixed(NOW, ZoneOffset.UTC));
    sender = new Sender(gateway.port());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  private static void assertProblem(Answer answer, int status, String cause) {
    assertThat(answer.status()).as(answer.detail()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.json().path("type").asText()).startsWith("urn:hookline:problem:");
    assertThat(answer.json().path("title").asText()).isNotEmpty();
    assertThat(answer.detail()).contains(cause);
  }

  @Test
  void acceptsASignedDeliveryAndPublishesItsBytes() {
    Sender.Request request = sender.github("pull_request", BODY);
    Answer answer = request.send();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.outcome()).isEqualTo("accepted");
    assertThat(answer.identity()).isEqualTo("acme:github:" + request.get("X-GitHub-Delivery"));
    assertThat(topic.records(answer.identity()))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(new String(record.body(), UTF_8)).isEqualTo(BODY);
              assertThat(record.eventType()).isEqualTo("pull_request");
              assertThat(record.hookId()).isEqualTo("4711");
              assertThat(record.deliveryId()).isEqualTo(request.get("X-GitHub-Delivery"));
              assertThat(record.contentType()).isEqualTo(ContentType.JSON);
              assertThat(record.receivedAt()).isEqualTo("2026-03-01T10:00:00.123Z");
            });
  }

  @Test
  void answersARepeatedDeliveryWithoutPublishingItAgain() {
    Sender.Request request = sender.github("push", BODY);
    assertThat(request.send().status()).isEqualTo(202);
    Answer second = request.send();
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.outcome()).isEqualTo("duplicate");
    assertThat(topic.records(second.identity())).hasSize(1);
  }

  @Test
  void publishesAnotherBodyUnderTheSameIdentity() {
    Sender.Request request = sender.github("push", BODY);
    String guid = request.get("X-GitHub-Delivery");
    request.send();
    Answer other = sender.github("push", BODY + " ").header("X-GitHub-Delivery", guid).send();
    assertThat(other.status()).isEqualTo(202);
    assertThat(topic.records(other.identity())).hasSize(2);
  }

  @Test
  void acceptsAFormAndKeepsItsRawBytes() {
    String form = "payload=" + URLEncoder.encode("{\"zen\":\"Größe 🎉\"}", UTF_8);
    Answer answer =
        sender
            .github("ping", form)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .send();
    assertThat(answer.status()).isEqualTo(202);
    WebhookRecord record = topic.records(answer.identity()).get(0);
    assertThat(record.contentType()).isEqualTo(ContentType.FORM);
    assertThat(new String(record.body(), UTF_8)).isEqualTo(form);
  }

  @Test
  void acceptsAPing() {
    assertThat(sender.github("ping", "{\"zen\":\"Keep it logically awesome.\"}").send().status())
        .isEqualTo(202);
  }

  @Test
  void refusesAMissingSignatureWith401() {
    assertProblem(
        sender.github("push", BODY).without("X-Hub-Signature-256").send(),
        401,
        "X-Hub-Signature-256 is missing");
  }

  @Test
  void refusesAWrongOrMalformedSignatureWith401() {
    assertProblem(
        sender
            .github("push", BODY)
            .header("X-Hub-Signature-256", "sha256=" + "0".repeat(64))
            .send(),
        401,
        "current secret of 'acme'");
    assertProblem(
        sender.github("push", BODY).header("X-Hub-Signature-256", "sha1=0123").send(),
        401,
        "sha256=");
  }

  @Test
  void refusesGitHubsSha1SignatureAlone() {
    Sender.Request request = sender.github("push", BODY).without("X-Hub-Signature-256");
    assertProblem(
        request.header("X-Hub-Signature", "sha1=" + "0".repeat(40)).send(), 401, "missing");
  }

  @Test
  void refusesAnUnsignedJiraDataCenterDelivery() {
    assertProblem(
        sender.jira("{\"webhookEvent\":\"comment_created\"}").without("X-Hub-Signature").send(),
        401,
        "X-Hub-Signature is missing");
  }

  @Test
  void acceptsEveryCurrentSecretAndUpperCaseHex() {
    assertThat(
            sender
                .github("push", BODY)
                .signed("X-Hub-Signature-256", Configs.NEXT_SECRET)
                .send()
                .status())
        .isEqualTo(202);
    Sender.Request request = sender.github("push", BODY);
    String hex = request.get("X-Hub-Signature-256").substring("sha256=".length());
    assertThat(
            request
                .header("X-Hub-Signature-256", "sha256=" + hex.toUpperCase(Locale.ROOT))
                .send()
                .status())
        .isEqualTo(202);
  }

  @Test
  void answers404ForAnUnknownOrganisationSourceOrAddress() {
    assertProblem(
        sender.github("push", BODY).to("/webhooks/github/nobody").send(), 404, "organisation");
    assertProblem(
        sender.github("push", BODY).to("/webhooks/gitlab/acme").send(), 404, "organisation");
    assertProblem(
        sender.github("push", BODY).to("/webhooks/jira/hub-only").send(), 404, "organisation");
    assertProblem(sender.github("push", BODY).to("/elsewhere").send(), 404, "/webhooks/");
  }

  @Test
  void refusesAnEmptyBodyAFormWithoutPayloadAndBrokenJsonWith400() {
    assertProblem(sender.github("push", "").send(), 400, "empty");
    assertProblem(
        sender
            .github("push", "other=1")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .send(),
        400,
        "'payload'");
    assertProblem(sender.github("push", "{\"a\":").send(), 400, "JSON");
    assertProblem(sender.github("push", "[1]").send(), 400, "object");
  }

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
  void refusesAnEncodedBodyWith415() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(BODY.getBytes(UTF_8));
    }
    assertProblem(
        sender.github("push", zipped.toByteArray()).header("Content-Encoding", "gzip").send(),
        415,
        "Content-Encoding");
  }

  @Test
  void refusesAnotherMediaTypeWith415() {
    assertProblem(
        sender.github("push", BODY).header("Content-Type", "text/plain").send(),
        415,
        "Content-Type");
    assertProblem(sender.github("push", BODY).without("Content-Type").send(), 415, "Content-Type");
  }

  @Test
  void refusesAMissingEventOrDeliveryHeaderWith400() {
    assertProblem(
        sender.github("push", BODY).without("X-GitHub-Event").send(), 400, "X-GitHub-Event");
    assertProblem(
        sender.github("push", BODY).without("X-GitHub-Delivery").send(), 400, "X-GitHub-Delivery");
    assertProblem(
        sender.github("push", BODY).header("X-GitHub-Delivery", "two words").send(),
        400,
        "X-GitHub-Delivery");
  }

  @Test
  void refusesAJiraBodyWithoutItsEventWith400() {
    assertProblem(sender.jira("{\"timestamp\":1}").send(), 400, "webhookEvent");
  }

  @Test
  void acceptsNulAndLoneSurrogatesInStrings() {
    Answer answer = sender.github("push", "{\"a\":\"\\u0000 \\ud800\"}").send();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(topic.records(answer.identity())).hasSize(1);
  }

  @Test
  void identifiesJiraByItsIdentifierOrElseByItsBody() {
    Sender.Request cloud = sender.jira("{\"webhookEvent\":\"jira:issue_created\"}");
    assertThat(cloud.send().identity())
        .isEqualTo("acme:jira:" + cloud.get("X-Atlassian-Webhook-Identifier"));
    Sender.Request server =
        sender
            .jira("{\"webhookEvent\":\"comment_created\",\"n\":1}")
            .without("X-Atlassian-Webhook-Identifier");
    Answer first = server.send();
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.identity()).matches("acme:jira:[0-9a-f]{64}");
    assertThat(server.send().status()).isEqualTo(200);
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
  void answers405ToOtherMethods() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket
          .getOutputStream()
          .write(
              raw(
                  String.join(
                      "\r\n",
                      "GET /webhooks/github/acme HTTP/1.1",
                      "Host: x",
                      "Connection: close",
                      "",
                      "")));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 405")
          .contains("application/problem+json");
    }
  }

  @Test
  void answers408ToASlowBodyWithinTheDeadline() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setSoTimeout(20_000);
      long start = System.nanoTime();
      socket.getOutputStream().write(raw(head("Content-Length: 1000") + "{"));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 408").contains("urn:hookline:problem:slow-body");
      assertThat((System.nanoTime() - start) / 1e9).isLessThan(8);
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

  private static byte[] raw(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static byte[] filled(String start, int count, String end) {
    byte[] body = new byte[start.length() + count + end.length()];
    Arrays.fill(body, (byte) 'x');
    System.arraycopy(raw(start), 0, body, 0, start.length());
    System.arraycopy(raw(end), 0, body, body.length - end.length(), end.length());
    return body;
  }
}
