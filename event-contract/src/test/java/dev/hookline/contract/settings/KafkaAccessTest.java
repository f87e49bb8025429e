package dev.hookline.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaAccessTest {

  @TempDir private Path folder;

  private KafkaAccess read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("client.properties"), text);
    return KafkaAccess.read("kafka.clientProperties", file.toString());
  }

  @Test
  void theFileIsHandedOnAsItIs() throws IOException {
    KafkaAccess access =
        read(
            """
            # as for Kafka's own tools
            security.protocol=SASL_SSL
            sasl.mechanism=SCRAM-SHA-512
            sasl.jaas.config=o.a.k.ScramLoginModule required username="a" password="geheim=1";
            ssl.truststore.location=/run/secrets/trust.p12
            """);
    assertThat(access.properties())
        .hasSize(4)
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry(
            "sasl.jaas.config",
            "o.a.k.ScramLoginModule required username=\"a\" password=\"geheim=1\";");
    assertThat(access.toString())
        .isEqualTo("sasl.jaas.config, sasl.mechanism, security.protocol, ssl.truststore.location");
    assertThat(access).isEqualTo(read(Files.readString(folder.resolve("client.properties"))));
  }

  @Test
  void noFileIsNoAccessSettings() {
    assertThat(KafkaAccess.read("x", " ")).isSameAs(KafkaAccess.NONE);
    assertThat(KafkaAccess.read("x", null)).hasToString("");
  }

  @Test
  void whatTheGuaranteesRestOnCannotBeSet() {
    for (String name : new String[] {"acks", "enable.idempotence", "bootstrap.servers"}) {
      assertThatThrownBy(() -> read(name + "=1"))
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("kafka.clientProperties: ")
          .hasMessageContainingAll("sets " + name, "sasl.*", "take the line out");
    }
  }

  @Test
  void aProtocolThatIsNoneIsRefused() {
    assertThatThrownBy(() -> read("security.protocol=TLS"))
        .hasMessageContaining("'TLS': it must be of [PLAINTEXT, SASL_PLAINTEXT, SASL_SSL, SSL]");
  }

  @Test
  void noMessageQuotesTheFile() {
    assertThatThrownBy(() -> read("sasl.jaas.config=\\u00geheim"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("not a file of properties")
        .hasMessageNotContaining("geheim")
        .hasNoCause();
    assertThatThrownBy(() -> KafkaAccess.read("x", folder.resolve("none").toString()))
        .hasMessageContaining("cannot be read");
  }
}
