package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.StateBounded;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large a checkpoint may be, beside what was measured and beside states that keep too much. */
class SizesTest {

  /** The workload's bodies are 1.2 kB on average. */
  private static final long BODY = 1_200;

  private static List<Violation> violations(long intents, long checkpointBytes) {
    Measures measures =
        new Measures(
            0,
            1,
            Map.of("checkpoint_bytes", checkpointBytes),
            Map.of("checkpoint_bytes", Sizes.checkpointLimit(intents)));
    Tables nothing =
        new Tables(
            List.of(), List.of(), List.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());
    return new StateBounded()
        .check(new Findings(History.of(List.of(), List.of()), nothing, measures));
  }

  /** The largest for their number of events among 258 of 20 schedules, and the first ones. */
  @ParameterizedTest
  @CsvSource({
    "0, 119201",
    "499, 264195",
    "1434, 570567",
    "13386, 2971924",
    "16927, 3004589",
    "17884, 2566125"
  })
  void aCheckpointMayBeThreeTimesWhatWasMeasured(long intents, long bytes) {
    assertThat(violations(intents, 3 * bytes)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"10000", "20000"})
  void aStateThatKeepsBodiesIsRed(long intents) {
    assertThat(violations(intents, intents * BODY)).hasSize(1);
  }

  @Test
  void whatIsEnoughForManyEventsIsTooMuchForFew() {
    long bytes = Sizes.checkpointLimit(20_000);
    assertThat(violations(20_000, bytes)).isEmpty();
    assertThat(violations(1_000, bytes)).hasSize(1);
  }
}
