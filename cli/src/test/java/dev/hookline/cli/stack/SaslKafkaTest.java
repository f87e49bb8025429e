package dev.hookline.cli.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.cli.Surroundings;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.publish.KafkaEventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import dev.hookline.gateway.publish.PublishTimeouts;
import dev.hookline.gateway.publish.TopicWatch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command's and the gateway's clients on a broker that lets nobody in without a password. */
class SaslKafkaTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";

  @TempDir private static Path folder;

  private static ChildProcess broker;
  private static String address;
  private static Path properties;

  @BeforeAll
  static void startABrokerWithPasswords() throws IOException {
    int port = LoopbackPort.free();
    address = "127.0.0.1:" + port;
    properties =
        Files.writeString(
            folder.resolve("client.properties"),
            """
            security.protocol=SASL_PLAINTEXT
            sasl.mechanism=PLAIN
            sasl.jaas.config=%s username="hookline" password="geheim";
            """
                .formatted(LOGIN));
    Path config = Files.writeString(folder.resolve("server.properties"), settings(port));
    try (ChildProcess format =
        kafka(
            "format",
            "kafka.tools.StorageTool",
            "format",
            "-t",
            "aG9va2xpbmUtc2FzbC10ZQ",
            "-c",
            config.toString())) {
      assertThat(format.awaitExit(LIMIT)).isTrue();
      assertThat(format.exitCode()).as(format.logTail()).isZero();
    }
    broker = kafka("broker", "kafka.Kafka", config.toString());
    Answering answering = answering(properties.toString());
    broker.awaitReady(
        "an answer to who signs in", () -> answering.health(Part.KAFKA).serves(), LIMIT);
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  private static String settings(int port) {
    int controller = LoopbackPort.free();
    return """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        listeners=SASL_PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=SASL_PLAINTEXT://127.0.0.1:%1$d
        listener.security.protocol.map=CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT
        inter.broker.listener.name=SASL_PLAINTEXT
        controller.listener.names=CONTROLLER
        sasl.enabled.mechanisms=PLAIN
        sasl.mechanism.inter.broker.protocol=PLAIN
        listener.name.sasl_plaintext.plain.sasl.jaas.config=%3$s username="broker" password="b" \
        user_broker="b" user_hookline="geheim";
        log.dirs=%4$s
        message.max.bytes=31457280
        auto.create.topics.enable=false
        offsets.topic.replication.factor=1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        log.cleaner.dedupe.buffer.size=2097152
        """
        .formatted(port, controller, LOGIN, folder.resolve("data"));
  }

  private static ChildProcess kafka(String name, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(System.getProperty("hookline.dist"), "lib", "kafka") + "/*"));
    command.addAll(List.of(arguments));
    return ChildProcess.builder(name, command).log(folder.resolve(name + ".log")).start();
  }

  private static Endpoints endpoints(String file) {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    return Endpoints.find(
        new Surroundings(
            Map.of("HOOKLINE_KAFKA", address, "HOOKLINE_KAFKA_PROPERTIES", file),
            folder,
            folder,
            folder,
            nowhere,
            nowhere));
  }

  private static Answering answering(String file) {
    return new Answering(endpoints(file));
  }

  @Test
  void whoeverDoesNotSignInGetsNoAnswer() {
    assertThat(answering("").health(Part.KAFKA).serves()).isFalse();
  }

  @Test
  void theTopicsAreMadeAndTheGatewayPublishes() {
    KafkaAccess access = endpoints(properties.toString()).kafkaAccess();
    assertThat(TopicSetup.apply(address, access, warning -> {})).hasSize(2);
    GatewayConfig.Kafka kafka =
        new GatewayConfig.Kafka(address, GatewayConfig.Kafka.DEFAULT_BUFFER_BYTES, access);
    KafkaEventPublisher publisher =
        new KafkaEventPublisher(kafka, PublishTimeouts.within(Duration.ofSeconds(8)));
    try (TopicWatch watch = new TopicWatch(kafka)) {
      await("a record to be confirmed")
          .atMost(Duration.ofSeconds(60))
          .until(() -> published(publisher) instanceof PublishOutcome.Confirmed);
      watch.awaitFirst(Duration.ofSeconds(10));
      await("the topic to be seen") // a look that lasted too long is followed by another
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(watch.trouble()).isEmpty());
    } finally {
      publisher.close(Duration.ofSeconds(5));
    }
  }

  private static PublishOutcome published(KafkaEventPublisher publisher) {
    return publisher
        .publish(record(), Duration.ofSeconds(8))
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }

  private static WebhookRecord record() {
    byte[] body = "{}".getBytes(UTF_8);
    return new WebhookRecord(
        new EventIdentity("acme", Source.GITHUB, "signed-in"),
        "1",
        "signed-in",
        "ping",
        ContentType.JSON,
        Instant.parse("2026-03-01T10:00:00Z"),
        ContentHash.of(body),
        body);
  }
}
