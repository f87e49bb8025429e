package dev.hookline.cli.stack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnsweringTest {

  @TempDir private Path home;

  private Answering answering(Map<String, String> environment) {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new Answering(
        Endpoints.find(new Surroundings(environment, home, home, home, nowhere, nowhere)));
  }

  @Test
  void aPartServesWhenItSaysSo() throws Exception {
    try (CannedServer good = new CannedServer().answer("/ping", "Ok.").answer("/overview", "{}");
        CannedServer bad = new CannedServer()) {
      Answering answering =
          answering(
              Map.of(
                  "HOOKLINE_CLICKHOUSE", good.base().toString(),
                  "HOOKLINE_FLINK", good.base().toString(),
                  "HOOKLINE_ADMIN", bad.base().toString(),
                  "HOOKLINE_GATEWAY", bad.base().toString()));
      assertThat(answering.health(Part.CLICKHOUSE).serves()).isTrue();
      assertThat(answering.health(Part.FLINK).serves()).isTrue();
      assertThat(answering.health(Part.ADMIN).serves()).as("a 404 of /readyz").isFalse();
      assertThat(answering.health(Part.GATEWAY).serves()).as("any answer").isTrue();
    }
  }

  @Test
  void whatDoesNotAnswerIsWaitedForUpToTheBoundAndThenNamed() {
    Answering answering = answering(Map.of("HOOKLINE_CLICKHOUSE", "http://127.0.0.1:1"));
    assertThat(answering.health(Part.CLICKHOUSE).serves()).isFalse();
    assertThatThrownBy(
            () -> answering.await(List.of(Part.CLICKHOUSE), Duration.ofMillis(100), step -> {}))
        .isInstanceOf(CliFailure.class)
        .hasMessageContainingAll("clickhouse at http://127.0.0.1:1", "ConnectException", "--wait");
  }

  /** What an operator would look for in vain on a server that is up. */
  @Test
  void aServerThatRefusesTlsAndOneThatCannotServeAreToldApart() throws Exception {
    try (CannedServer plain = new CannedServer();
        ServerSocket noTls = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answers = new Thread(() -> answerInPlainText(noTls), "a server without TLS");
      answers.setDaemon(true); // ends with the socket
      answers.start();
      assertThatThrownBy(
              () ->
                  awaitClickHouse(
                      "https://127.0.0.1:" + noTls.getLocalPort(), Duration.ofMillis(100)))
          .hasMessageContaining("SSL");
      assertThatThrownBy(() -> awaitClickHouse(plain.base().toString(), Duration.ofMillis(100)))
          .hasMessageContaining("(status 404, {\"errors\":[\"not found\"]})");
    }
  }

  private static void answerInPlainText(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        client.shutdownOutput();
        client.getInputStream().readAllBytes();
      } catch (IOException closed) {
        // by the client, which has seen enough, or by the test
      }
    }
  }

  private void awaitClickHouse(String address, Duration bound) {
    answering(Map.of("HOOKLINE_CLICKHOUSE", address))
        .await(List.of(Part.CLICKHOUSE), bound, step -> {});
  }

  @Test
  void whatWasThereWhenAskedIsNotWaitedFor() throws Exception {
    try (CannedServer server = new CannedServer().answer("/ping", "Ok.")) {
      answering(Map.of("HOOKLINE_CLICKHOUSE", server.base().toString()))
          .await(List.of(Part.CLICKHOUSE), Duration.ZERO, step -> {});
    }
  }
}
