package dev.hookline.devstack.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.containers.GenericContainer;

class ImagesTest {

  @ParameterizedTest
  @EnumSource(names = {"KAFKA", "REDIS", "CLICKHOUSE"})
  void eachIsPinnedToAVersion(Part part) {
    assertThat(Images.of(part)).matches("[a-z/-]+:\\d+(\\.\\d+)+");
  }

  @Test
  void aPartWithoutAnImageIsNamed() {
    assertThatThrownBy(() -> Images.of(Part.FLINK)).hasMessageContaining("FLINK");
  }

  /** Their names are written into its classes: other ones would be pulled for nothing. */
  @Test
  void theReaperAndTheGatewayAreWhatTestcontainersStarts() throws Exception {
    assertThat(constantsOf("utility/RyukContainer")).contains(Images.reaper());
    assertThat(constantsOf("DockerClientFactory")).contains(Images.gateway());
  }

  private static String constantsOf(String type) throws IOException {
    String file = "/org/testcontainers/" + type + ".class";
    try (InputStream in = GenericContainer.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void theBrokerTakesTheLimitsOfTheEmbeddedOneAndItsOwnAddress() {
    assertThat(KafkaEnvironment.ofTheEmbeddedBroker())
        .containsEntry("KAFKA_MESSAGE_MAX_BYTES", "31457280")
        .containsEntry("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
        .doesNotContainKey("KAFKA_LISTENERS")
        .noneSatisfy((key, value) -> assertThat(value).contains("{{"));
  }
}
