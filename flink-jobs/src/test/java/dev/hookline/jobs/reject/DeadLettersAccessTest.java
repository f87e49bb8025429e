package dev.hookline.jobs.reject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.settings.KafkaAccess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersAccessTest {

  @TempDir private Path folder;

  @Test
  void theProducerIsLetInAsTheFileSaysAndKeepsWhatTheGuaranteeRestsOn() throws Exception {
    Path file = Files.writeString(folder.resolve("c.properties"), "security.protocol=SSL");
    Properties producer = DeadLetters.producer(KafkaAccess.read("", file.toString()));
    assertThat(producer).containsEntry("security.protocol", "SSL").containsEntry("acks", "all");
  }
}
