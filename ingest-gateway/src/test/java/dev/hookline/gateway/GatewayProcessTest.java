package dev.hookline.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.Topics;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.process.ChildProcess.Signal;
import dev.hookline.gateway.testing.Admin;
import dev.hookline.gateway.testing.Configs;
import dev.hookline.gateway.testing.EventsTopic;
import dev.hookline.gateway.testing.GatewayProcess;
import dev.hookline.gateway.testing.Sender;
import dev.hookline.gateway.testing.Sender.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The gateway as its users start it: a process with a file, a heap and signals. */
class GatewayProcessTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  private static final List<String> SMALL_HEAP = List.of("-Xmx512m");
  private static final List<String> QUICK_START =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration WHILE_IN_FLIGHT = Duration.ofSeconds(15);

  private static Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    folder = Path.of(System.getProperty("java.io.tmpdir"), "gateway-process");
    Files.createDirectories(folder);
    new EventsTopic(STACK.kafka().bootstrapServers()).create();
  }

  private static Path config(String name, String... more) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    Files.deleteIfExists(folder.resolve(name + ".log"));
    return Files.writeString(
        file,
        """
        listen: {port: 0}
        admin: {port: 0}
        kafka: {bootstrapServers: "${KAFKA}"}
        organisations: {acme: {github: {secrets: ["${SECRET}"]}}}
        """
            + String.join("\n", more));
  }

  private static GatewayProcess launch(String name, Path config) {
    return launch(name, config, QUICK_START);
  }

  private static GatewayProcess launch(String name, Path config, List<String> jvm) {
    return GatewayProcess.launch(
        folder,
        name,
        jvm,
        List.of("--config", config.toString()),
        Map.of(
            "KAFKA",
            STACK.kafka().bootstrapServers(),
            "SECRET",
            Configs.SECRET.reveal(),
            "LC_ALL",
            "C.UTF-8"));
  }

  /**
   * Set-up: 512 MB of heap, and 20 bodies of 25 MiB at once that hardly compress, some of them
   * forms, which are decoded into more memory. Proves: each is answered, with 202 or with 503 and a
   * time; the process lives; what was refused is taken when it is sent again.
   *
   * <p>A refused body is read on for a little while only. Who has not sent all by then finds the
   * connection closed, and the client reads no answer: that there was one, the gateway tells.
   */
  @Test
  void twentyBodiesOf25MiBAtOnceDoNotExhaustAHeapOf512MB() throws Exception {
    byte[] json = noise("{\"a\":\"", "\"}");
    byte[] form = noise("payload=%7B%22a%22%3A%22", "%22%7D");
    try (GatewayProcess gateway =
        launch("large-bodies", config("large-bodies", "limits: {deadline: 19s}"), SMALL_HEAP)
            .awaitListening()) {
      Sender sender = new Sender(gateway.port());
      Admin admin = new Admin(gateway.adminPort());
      List<Sender.Request> requests = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        requests.add(
            i % 4 == 3
                ? sender
                    .github("push", form)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                : i % 4 == 2 ? sender.github("push", json).chunked() : sender.github("push", json));
      }
      List<CompletableFuture<Answer>> pending =
          requests.stream().map(Sender.Request::sendAsync).toList();
      List<Optional<Answer>> answers =
          pending.stream().map(GatewayProcessTest::answerOrClosed).toList();
      List<Answer> read = answers.stream().flatMap(Optional::stream).toList();
      assertThat(read).isNotEmpty().allSatisfy(a -> assertThat(a.status()).isIn(202, 503, 408));
      assertThat(read)
          .filteredOn(a -> a.status() == 503)
          .allSatisfy(a -> assertThat(a.retryAfter()).isNotEmpty());
      System.out.println(
          "answers to 20 bodies at once: "
              + read.stream().map(Answer::status).sorted().toList()
              + ", closed before one could be read: "
              + (answers.size() - read.size()));
      List<Sender.Request> refused =
          IntStream.range(0, requests.size())
              .filter(i -> answers.get(i).filter(a -> a.status() == 202).isEmpty())
              .mapToObj(requests::get)
              .toList();
      assertThat(answered(admin, 503) + answered(admin, 408))
          .as("refusals that the gateway gave")
          .isGreaterThanOrEqualTo(refused.size());
      for (Sender.Request request : refused.stream().limit(4).toList()) {
        Answer again =
            await("a refused body to be taken when it comes alone")
                .atMost(LIMIT)
                .ignoreExceptionsMatching(e -> e.getCause() instanceof IOException)
                .until(request::send, a -> a.status() == 202 || a.status() == 200);
        assertThat(again.identity()).contains(request.get("X-GitHub-Delivery"));
      }
      assertThat(gateway.process().isAlive()).isTrue();
      assertThat(gateway.log()).doesNotContain("OutOfMemoryError").doesNotContain("ERROR");
      await("all memory to be given back")
          .atMost(LIMIT)
          .until(() -> admin.metric("hookline_gateway_in_flight_bytes", "") == 0);
    }
  }

  /** Empty when the connection was closed; one that hangs is an error. */
  private static Optional<Answer> answerOrClosed(CompletableFuture<Answer> pending) {
    try {
      return Optional.of(pending.orTimeout(60, TimeUnit.SECONDS).join());
    } catch (CompletionException e) {
      assertThat(e.getCause())
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(HttpTimeoutException.class);
      return Optional.empty();
    }
  }

  private static double answered(Admin admin, int status) {
    return admin.metric("hookline_gateway_answers_seconds_count", "status=\"" + status + "\"");
  }

  private static byte[] noise(String start, String end) {
    byte[] body = new byte[Topics.MAX_BODY_BYTES];
    new Random(42).nextBytes(body);
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) ('A' + (body[i] & 31));
      if (body[i] > 'Z') {
        body[i] = (byte) ('0' + body[i] - 'Z');
      }
    }
    System.arraycopy(start.getBytes(ISO_8859_1), 0, body, 0, start.length());
    System.arraycopy(end.getBytes(ISO_8859_1), 0, body, body.length - end.length(), end.length());
    return body;
  }

  /**
   * Timeline: the broker is frozen, a delivery is in flight, SIGTERM, readiness is red and no new
   * connection is taken, the broker goes on. Proves: the delivery is answered 202 and stored, then
   * the process ends. The deadline is the longest, so that all this is over before it. Of its 17 s
   * for Kafka any one step may need nearly all; together they may not, and that is asserted.
   */
  @Test
  void sigtermFinishesWhatIsInFlightAndTakesNothingNew() throws Exception {
    EventsTopic topic = new EventsTopic(STACK.kafka().bootstrapServers());
    try (GatewayProcess gateway =
        launch("drain", config("drain", "limits: {deadline: 19s}")).awaitListening()) {
      Sender sender = new Sender(gateway.port());
      Admin admin = new Admin(gateway.adminPort());
      await("a first delivery").atMost(LIMIT).until(() -> accepted(sender));
      CompletableFuture<Answer> inFlight;
      STACK.kafka().pause();
      try {
        inFlight = sender.github("push", "{\"n\":2}").sendAsync();
        await("the delivery to be in flight")
            .atMost(WHILE_IN_FLIGHT)
            .until(() -> admin.metric("hookline_gateway_in_flight_requests", "") == 1);
        gateway.process().signal(Signal.TERM);
        await("readiness to be red")
            .atMost(WHILE_IN_FLIGHT)
            .until(() -> admin.get("/readyz").body().contains("stopping"));
        await("new connections to be refused")
            .atMost(WHILE_IN_FLIGHT)
            .until(() -> refuses(gateway.port()));
        assertThat(inFlight).as("still in flight after all of that").isNotDone();
      } finally {
        STACK.kafka().resume();
      }
      Answer answer = inFlight.orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(answer.status()).isEqualTo(202);
      assertThat(gateway.process().awaitExit(LIMIT)).isTrue();
      assertThat(topic.records(answer.identity())).hasSize(1);
      assertThat(gateway.log()).contains("1 requests in flight").endsWith("stopped\n");
    }
  }

  private static boolean accepted(Sender sender) {
    return sender.github("push", "{\"n\":1}").send().status() == 202;
  }

  private static boolean refuses(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return !socket.isConnected();
    } catch (ConnectException e) {
      return true;
    }
  }

  @Test
  void aPortInUseIsOneClearLineAndAnExitCode() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = config("port-in-use");
      Files.writeString(
          file,
          Files.readString(file)
              .replace("listen: {port: 0}", "listen: {port: " + taken.getLocalPort() + "}"));
      try (GatewayProcess gateway = launch("port-in-use", file)) {
        assertThat(gateway.process().awaitExit(LIMIT)).isTrue();
        assertThat(gateway.process().exitCode()).isEqualTo(1);
        assertThat(gateway.log().lines().filter(line -> line.startsWith("hookline gateway: ")))
            .singleElement()
            .asString()
            .contains("listen.port", "127.0.0.1:" + taken.getLocalPort(), "taken");
        assertThat(gateway.log()).doesNotContain("\tat ");
      }
    }
  }

  @Test
  void aWrongKeyIsOneClearLineAndExitCode2() throws Exception {
    try (GatewayProcess gateway =
        launch("wrong-key", config("wrong-key", "limits: {deadlin: 8s}"))) {
      assertThat(gateway.process().awaitExit(LIMIT)).isTrue();
      assertThat(gateway.process().exitCode()).isEqualTo(2);
      assertThat(gateway.log().strip())
          .startsWith("hookline gateway: ")
          .contains(".yaml: limits.deadlin: unknown key")
          .doesNotContain("\n");
    }
  }

  @Test
  void withoutConfigTheDemosFileIsUsedAndItsPublicSecretsAreWarnedOf() throws Exception {
    Files.deleteIfExists(folder.resolve("demo.log"));
    try (GatewayProcess gateway =
        GatewayProcess.launch(
                folder,
                "demo",
                QUICK_START,
                List.of(),
                Map.of(
                    "HOOKLINE_GATEWAY_PORT", "0",
                    "HOOKLINE_ADMIN_PORT", "0",
                    "HOOKLINE_KAFKA", STACK.kafka().bootstrapServers(),
                    "HOOKLINE_REDIS", "redis://127.0.0.1:1"))
            .awaitListening()) {
      assertThat(gateway.log())
          .contains("organisations.acme.github has the demo's public secret")
          .contains("organisations.acme.jira has the demo's public secret")
          .doesNotContain("demo-github-secret")
          .doesNotContain("demo-jira-secret");
      Sender sender = new Sender(gateway.port());
      await("a delivery to be taken without Redis")
          .atMost(LIMIT)
          .until(
              () ->
                  sender
                          .github("push", "{}")
                          .signed("X-Hub-Signature-256", new Secret("demo-github-secret"))
                          .send()
                          .status()
                      == 202);
    }
  }

  @Test
  void aKafkaAddressThatIsNoneIsOneClearLine() throws Exception {
    Path file = config("no-address");
    Files.writeString(file, Files.readString(file).replace("${KAFKA}", "no port"));
    try (GatewayProcess gateway = launch("no-address", file)) {
      assertThat(gateway.process().awaitExit(LIMIT)).isTrue();
      assertThat(gateway.process().exitCode()).isEqualTo(1);
      assertThat(gateway.log()).contains("hookline gateway: kafka.bootstrapServers: ");
    }
  }
}
