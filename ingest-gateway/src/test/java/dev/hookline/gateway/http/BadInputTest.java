package dev.hookline.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.gateway.testing.Sender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What senders get wrong, and the answer that says so. */
class BadInputTest extends RunningGateway {

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
}
