package dev.hookline.bench.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself, for two seconds of rows: nothing is measured here. */
class SinkBenchTest {

  @Test
  void countsEveryRowOfAJobInTheTable(@TempDir Path folder)
      throws IOException, InterruptedException {
    List<String> steps = new ArrayList<>();
    SinkBenchSettings settings =
        new SinkBenchSettings(
            List.of(Variant.EXACTLY_ONCE_1S),
            1,
            0,
            6,
            1,
            500,
            64_000_000,
            256,
            List.of(),
            false,
            folder);

    SinkReport report = new SinkBench(settings, steps::add).run();

    assertThat(report.variants())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.name()).isEqualTo("exactly_once_1s");
              assertThat(line.rows()).isPositive();
            });
    assertThat(steps).hasSize(1);
  }

  @Test
  void knowsTheVariantsOfEachLetterAndNoOthers() {
    assertThat(SinkBenchSettings.variants(List.of("a", "b", "c", "d")))
        .containsExactly(Variant.values());
    assertThatThrownBy(() -> SinkBenchSettings.variants(List.of("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'x'");
  }
}
