package dev.hookline.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.gateway.GatewayConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaSettingsTest {

  @TempDir private Path folder;

  private GatewayConfig.Kafka kafka() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nssl.truststore.location=/t.p12\n");
    return new GatewayConfig.Kafka("k:9092", 1 << 26, KafkaAccess.read("", file.toString()));
  }

  @Test
  void bothClientsAreLetInTheSameWay() throws Exception {
    GatewayConfig.Kafka kafka = kafka();
    Map<String, Object> producer =
        KafkaEventPublisher.settings(kafka, PublishTimeouts.within(Duration.ofSeconds(8)));
    assertThat(producer).containsAllEntriesOf(kafka.access().properties());
    assertThat(TopicWatch.settings(kafka)).containsAllEntriesOf(kafka.access().properties());
  }

  @Test
  void whatTheGuaranteesRestOnStays() throws Exception {
    assertThat(KafkaEventPublisher.settings(kafka(), PublishTimeouts.within(Duration.ofSeconds(8))))
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("bootstrap.servers", "k:9092")
        .containsEntry("delivery.timeout.ms", 6_000);
  }
}
