package dev.hookline.bench.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hookline.bench.sink.Throughput.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputTest {
  private static final Duration WINDOW = Duration.ofSeconds(2);

  @Test
  void findsTheRateOfASteadyStream() {
    List<Sample> samples = new ArrayList<>();
    for (int tenth = 0; tenth <= 65; tenth++) {
      samples.add(new Sample(tenth * 100_000_000L, tenth * 50L));
    }

    assertThat(Throughput.rates(samples, WINDOW))
        .hasSize(3)
        .allSatisfy(rate -> assertThat(rate).isCloseTo(500, within(0.001)));
  }

  @Test
  void countsWholeBurstsSoThatRowsThatComeInBurstsHaveTheirMeanRate() {
    List<Sample> samples = new ArrayList<>();
    for (int tenth = 0; tenth <= 300; tenth++) {
      samples.add(new Sample(tenth * 100_000_000L, tenth / 50 * 1000L));
    }

    assertThat(Throughput.rates(samples, Duration.ofSeconds(10)))
        .hasSize(2)
        .allSatisfy(rate -> assertThat(rate).isCloseTo(200, within(0.001)));
  }

  @Test
  void hasNoRateWithoutAWholeWindow() {
    assertThat(Throughput.rates(List.of(), WINDOW)).isEmpty();
    assertThat(Throughput.rates(List.of(new Sample(0, 5), new Sample(9_000_000_000L, 5)), WINDOW))
        .isEmpty();
    assertThat(
            Throughput.rates(
                List.of(
                    new Sample(0, 0), new Sample(1_000_000_000L, 5), new Sample(2_000_000_000L, 9)),
                WINDOW))
        .isEmpty();
  }

  @Test
  void takesTheMiddleValue() {
    assertThat(Throughput.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2.0);
    assertThat(Throughput.median(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(3.0);
    assertThatThrownBy(() -> Throughput.median(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
