package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.audit.Waiting;
import dev.hookline.cli.stack.SourcePosition;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has not come is named, and a part that is away is waited for. */
class SettledTest {
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int OVERSLEPT = 4;
  private static final String COUNTS = "1\t2\t3\t4";

  private final ManualTime time = new ManualTime();
  private FakeFlink flink;
  private long committed = 100;
  private boolean checkpointing = true;

  @BeforeEach
  void start() throws IOException {
    flink = new FakeFlink();
  }

  @AfterEach
  void stop() {
    flink.close();
  }

  @Test
  void itIsSettledWhenNothingIsMissingAndTheJobHadTimeToWriteItsHours() throws Exception {
    try (FakeClickHouse clickHouse = new FakeClickHouse(COUNTS)) {
      assertThat(settled(clickHouse)).isEmpty();

      assertThat(Duration.ofNanos(time.nanos))
          .as("1 s to the first checkpoint, 8 s for a firing and a flush, 4 s between two counts")
          .isGreaterThanOrEqualTo(Duration.ofSeconds(13));
      assertThat(clickHouse.statement)
          .contains("normalized_events", "employee_metrics_hourly")
          .contains("rejected_events", "events_by_hour");
    }
  }

  @Test
  void aSourceThatIsBehindTheLogIsNamed() throws Exception {
    committed = 99;
    assertThat(missing(COUNTS)).contains("source has committed, by partition, {0=99 of 100}");
  }

  @Test
  void checkpointsThatDoNotCompleteAreNamed() throws Exception {
    checkpointing = false;
    assertThat(missing(COUNTS)).isEqualTo("0 of 2 further checkpoints were completed");
  }

  @Test
  void aJobThatIsNotThereIsNamed() throws Exception {
    flink.hasJob = false;
    assertThat(missing(COUNTS)).isEqualTo("Flink runs no job");
  }

  @Test
  void rowsThatAreStillComingAreNamed() throws Exception {
    String[] more = IntStream.range(0, 50).mapToObj(n -> n + "\t2\t3\t4").toArray(String[]::new);
    assertThat(missing(more)).contains("the rows were still changing");
  }

  @Test
  void aClickHouseThatRefusesIsWaitedForAndNamed() throws Exception {
    assertThat(missing(FakeClickHouse.REFUSES)).contains("ClickHouse: Code: 1. refused");
    try (FakeClickHouse clickHouse = new FakeClickHouse(FakeClickHouse.REFUSES, COUNTS)) {
      assertThat(settled(clickHouse)).isEmpty();
    }
  }

  private String missing(String... counts) throws IOException, InterruptedException {
    try (FakeClickHouse clickHouse = new FakeClickHouse(counts)) {
      return settled(clickHouse).orElseThrow();
    }
  }

  private Optional<String> settled(FakeClickHouse clickHouse)
      throws IOException, InterruptedException {
    Settled.Offsets log =
        new Settled.Offsets() {
          @Override
          public LogCut now() {
            return new LogCut(Map.of(0, new LogCut.Span(0, 100)));
          }

          @Override
          public Map<Integer, Long> committed(String group) {
            return group.equals(SourcePosition.GROUP) ? Map.of(0, committed) : Map.of();
          }
        };
    return new Settled(log, flink.rest(), clickHouse::sql, time).await(BOUND);
  }

  /** Passes when it is waited for, and is slow to wake up; each time a checkpoint completes. */
  private final class ManualTime implements Waiting {
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void pause(Duration length) {
      nanos += OVERSLEPT * length.toNanos();
      flink.completed.addAndGet(checkpointing ? 1 : 0);
    }
  }
}
