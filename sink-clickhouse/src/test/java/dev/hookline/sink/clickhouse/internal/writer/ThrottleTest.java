package dev.hookline.sink.clickhouse.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.internal.client.Pause;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How much is written while no commit comes, by a clock of the test's own. */
class ThrottleTest {
  private static final long BOUND = 16_000_000;
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final ManualTime time = new ManualTime();
  private long waited;
  private final Throttle throttle = new Throttle(BOUND, time, millis -> waited += millis);

  @Test
  void halfTheBoundIsFree() throws InterruptedException {
    long written = write(0, BOUND / 2, 1 << 20);

    assertThat(written).isLessThanOrEqualTo(BOUND / 2);
    assertThat(time.elapsed()).isZero();
    assertThat(waited).isZero();
  }

  @Test
  void atFullSpeedTheBoundLastsForACheckpointInterval() throws InterruptedException {
    for (int row : new int[] {200, 20_000, 1 << 20}) {
      time.restart();
      long written = writeFor(INTERVAL, row);

      assertThat(written)
          .as("bytes in an interval, rows of %d", row)
          .isBetween(BOUND * 3 / 4, BOUND * 5 / 4);
    }
  }

  @Test
  void theIntervalIsLearntFromTheCheckpoints() throws InterruptedException {
    for (int i = 0; i < 12; i++) {
      time.await(Duration.ofSeconds(1));
      throttle.checkpoint();
    }
    time.restart();

    assertThat(writeFor(Duration.ofSeconds(1), 1000)).isBetween(BOUND * 3 / 4, BOUND * 5 / 4);
  }

  @Test
  void checkpointsThatAreAbortedOneAfterTheOtherAddLessAndLess() throws InterruptedException {
    long written = writeFor(INTERVAL.multipliedBy(30), 10_000);

    // Half the bound is free, the next lasts for 1 interval, then for 4, and then for 16.
    assertThat(written).isLessThan(BOUND * 5 / 2);
  }

  @Test
  void whileACommitIsStuckForSixtyIntervalsTheNextCheckpointGetsLittleMoreThanTheBound()
      throws InterruptedException {
    long written = writeFor(INTERVAL.multipliedBy(60), 10_000, BOUND);

    assertThat(written).isBetween(BOUND / 2, BOUND * 3 / 2);
  }

  @Test
  void aStreamThatIsSlowerThanTheRateIsNotHeldBack() throws InterruptedException {
    long uncommitted = 0;
    for (int i = 0; i < 450; i++) {
      time.await(Duration.ofMillis(10));
      uncommitted += 10_000;
      throttle.pace(10_000, BOUND / 2 + uncommitted);
    }
    assertThat(waited).isLessThan(50);
  }

  @Test
  void noWaitIsLongerThanAnInterval() throws InterruptedException {
    throttle.pace(8_000_000, 20 * BOUND);

    assertThat(time.elapsed()).isLessThanOrEqualTo(INTERVAL);
    assertThat(waited).isEqualTo(time.elapsed().toMillis());
  }

  private long writeFor(Duration span, int row) throws InterruptedException {
    return writeFor(span, row, 0);
  }

  private long writeFor(Duration span, int row, long onTheirWay) throws InterruptedException {
    long written = 0;
    while (time.elapsed().compareTo(span) < 0) {
      written += row;
      throttle.pace(row, onTheirWay + written);
    }
    return written;
  }

  private long write(long from, long to, int row) throws InterruptedException {
    long uncommitted = from;
    while (uncommitted + row <= to) {
      uncommitted += row;
      throttle.pace(row, uncommitted);
    }
    return uncommitted;
  }

  /** Stands still unless somebody waits. */
  private static final class ManualTime implements Pause {
    private long now;
    private long begun;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void await(Duration duration) {
      now += duration.toNanos();
    }

    void restart() {
      begun = now;
    }

    Duration elapsed() {
      return Duration.ofNanos(now - begun);
    }
  }
}
