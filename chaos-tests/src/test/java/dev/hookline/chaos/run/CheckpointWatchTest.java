package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class CheckpointWatchTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  @Test
  void aRecoveryEndsWithTheFirstCheckpointThatWasTriggeredAfterTheFault() throws IOException {
    try (FakeFlink flink = new FakeFlink();
        CheckpointWatch watch = new CheckpointWatch(flink.rest())) {
      flink.complete(1_000, 4_000, 10);
      awaitState(watch, 10);
      assertThat(watch.recovery(at(2_000))).as("of one that was under way before").isEmpty();

      flink.complete(5_000, 6_000, 20);
      awaitState(watch, 20);
      flink.answers = false; // as of a JobManager that is gone
      int refused = flink.refused.get();
      Awaitility.await("a look without an answer")
          .atMost(LIMIT)
          .until(() -> flink.refused.get() > refused);
      flink.complete(7_000, 7_500, 30);
      flink.answers = true;
      awaitState(watch, 30);

      assertThat(watch.recovery(at(2_000))).contains(Duration.ofSeconds(4));
      assertThat(watch.recovery(at(999))).contains(Duration.ofMillis(3_001));
      assertThat(watch.recovery(at(7_000))).isEmpty();
    }
  }

  private static void awaitState(CheckpointWatch watch, long bytes) {
    Awaitility.await("a look at the checkpoint of " + bytes + " bytes")
        .atMost(LIMIT)
        .until(() -> watch.newestStateBytes().equals(Optional.of(bytes)));
  }
}
