package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StackStageTest {

  @Test
  void howOftenTheJobWasRestoredIsUnknownWhenNobodyAnswers() throws IOException {
    try (FakeFlink flink = new FakeFlink()) {
      flink.restored = 2;
      assertThat(StackStage.restored(flink.rest())).isEqualTo(OptionalLong.of(2));

      flink.hasJob = false;
      assertThat(StackStage.restored(flink.rest())).isEmpty();

      flink.hasJob = true;
      flink.answers = false;
      assertThat(StackStage.restored(flink.rest())).isEmpty();
    }
  }
}
