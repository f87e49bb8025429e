package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static dev.hookline.cli.containers.ComposeFile.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Topics;
import org.junit.jupiter.api.Test;

/** Who makes the topics by hand makes them as docs/containers.md says, and so as the code does. */
class TopicsDocTest {

  @Test
  void thePageHasTheTopicsOfTheContract() {
    assertThat(text(ROOT.resolve("docs/containers.md")))
        .contains(
            "| | `" + Topics.WEBHOOK_EVENTS + "` | `" + Topics.WEBHOOK_EVENTS_DLQ + "` |\n",
            "| partitions | %1$d | %1$d |\n".formatted(Topics.DEFAULT_PARTITIONS),
            "| `retention.ms` | " + Topics.RETENTION_MS + " (",
            "| `segment.ms` | " + Topics.SEGMENT_MS + " (",
            "| `max.message.bytes` | " + Topics.MAX_RECORD_BYTES + " (28 MiB)",
            " | " + Topics.MAX_DLQ_RECORD_BYTES + " (30 MiB) |\n");
  }
}
