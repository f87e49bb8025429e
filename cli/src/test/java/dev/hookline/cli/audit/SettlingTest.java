package dev.hookline.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * When the audit says that everything has come. Time passes only when it waits, so each case is a
 * time line: what the job shows at which second.
 */
class SettlingTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final Duration PERIOD = Duration.ofSeconds(6);
  private static final LogCut CUT =
      new LogCut(Map.of(0, new LogCut.Span(0, 100), 1, new LogCut.Span(5, 5)));

  private final ManualTime time = new ManualTime();
  private final ScriptedJob job = new ScriptedJob();
  private final Settling settling = new Settling(job, time, PERIOD, step -> {});

  @Test
  void itIsSettledAfterOffsetsTwoCheckpointsOnePeriodAndTwoEqualCounts() throws Exception {
    job.offsetAt(0, 40).offsetAt(3, 100);
    job.checkpointsAt(0, 7).checkpointsAt(4, 8).checkpointsAt(6, 9);
    assertThat(settling.await(CUT, BOUND)).isTrue();
    assertThat(time.seconds()).as("the period runs from the first of the two").isBetween(10L, 13L);
  }

  @Test
  void anEmptyPartitionNeedsNoCommit() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 1).checkpointsAt(1, 3);
    assertThat(settling.await(CUT, BOUND)).isTrue();
  }

  @Test
  void itIsNotSettledWhileTheSourceIsBehindTheCut() throws Exception {
    job.offsetAt(0, 99);
    job.checkpointsAt(0, 1).checkpointsAt(10, 50);
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("{0=99 of 100}");
    assertThat(time.seconds()).isEqualTo(BOUND.toSeconds());
  }

  @Test
  void aGroupThatNeverCommittedIsBehind() throws Exception {
    job.checkpointsAt(0, 1).checkpointsAt(10, 50);
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("{0=nothing of 100}");
  }

  @Test
  void oneFurtherCheckpointIsNotEnough() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 7).checkpointsAt(5, 8);
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("1 of 2 further checkpoints");
  }

  @Test
  void checkpointsBeforeTheSourceWasAtTheCutDoNotCount() throws Exception {
    job.offsetAt(0, 0).offsetAt(20, 100);
    job.checkpointsAt(0, 1).checkpointsAt(10, 9).checkpointsAt(30, 10);
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("1 of 2");
  }

  @Test
  void aJobThatWentBackIsWaitedForThoughItsGroupsOldOffsetsWereAtTheCut() throws Exception {
    job.offsetAt(0, 100).offsetAt(4, 40).offsetAt(30, 100);
    job.checkpointsAt(0, 1).checkpointsAt(4, 2).checkpointsAt(8, 3);
    job.checkpointsAt(35, 4).checkpointsAt(40, 5);
    assertThat(settling.await(CUT, BOUND)).isTrue();
    assertThat(time.seconds()).isBetween(40L, 50L);
  }

  @Test
  void aNewJobManagerThatCountsFromZeroGoesOnCounting() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 70).checkpointsAt(5, 71).checkpointsAt(10, 0).checkpointsAt(15, 1);
    assertThat(settling.await(CUT, BOUND)).isTrue();
    assertThat(time.seconds()).isBetween(15L, 18L);
  }

  @Test
  void rowsThatAreStillComingAreWaitedFor() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 1).checkpointsAt(1, 3);
    job.counts = () -> time.seconds() < 30 ? "rows " + time.seconds() : "rows 30";
    assertThat(settling.await(CUT, BOUND)).isTrue();
    assertThat(time.seconds()).isBetween(30L, 33L);
  }

  @Test
  void rowsThatNeverCeaseToChangeAreNotSettled() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 1).checkpointsAt(1, 3);
    job.counts = () -> "rows " + time.nanoTime();
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("still changing");
  }

  /** A row that is lost for good must turn the audit red, so it must not be waited for. */
  @Test
  void rowsThatAreMissingForGoodSettle() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 1).checkpointsAt(1, 3);
    job.counts = () -> "0 rows";
    assertThat(settling.await(CUT, BOUND)).isTrue();
  }

  @Test
  void aPartThatDoesNotAnswerForAWhileIsAskedAgain() throws Exception {
    job.offsetAt(0, 100);
    job.checkpointsAt(0, 1).checkpointsAt(25, 3);
    job.silentUntil = 20;
    assertThat(settling.await(CUT, BOUND)).isTrue();
    assertThat(time.seconds()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void aPartThatNeverAnswersIsNamed() throws Exception {
    job.silentUntil = Long.MAX_VALUE;
    assertThat(settling.await(CUT, BOUND)).isFalse();
    assertThat(settling.reason()).contains("the fake is silent");
  }

  /** Passes only when it is waited for. */
  private static final class ManualTime implements Waiting {
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void pause(Duration length) {
      nanos += length.toNanos();
    }

    long seconds() {
      return Duration.ofNanos(nanos).toSeconds();
    }
  }

  /** Shows at each second what was written for it, until the next. */
  private final class ScriptedJob implements JobProgress {
    private final TreeMap<Long, Long> offsets = new TreeMap<>();
    private final TreeMap<Long, Long> checkpoints = new TreeMap<>();
    private Supplier<String> counts = () -> "100 rows";
    private long silentUntil;

    ScriptedJob offsetAt(long second, long offset) {
      offsets.put(second, offset);
      return this;
    }

    ScriptedJob checkpointsAt(long second, long completed) {
      checkpoints.put(second, completed);
      return this;
    }

    @Override
    public Map<Integer, Long> committedOffsets() throws IOException {
      speak();
      Map<Integer, Long> committed = new HashMap<>();
      Map.Entry<Long, Long> now = offsets.floorEntry(time.seconds());
      if (now != null) {
        committed.put(0, now.getValue());
      }
      return committed;
    }

    @Override
    public long completedCheckpoints() throws IOException {
      speak();
      return checkpoints.floorEntry(time.seconds()).getValue();
    }

    @Override
    public String counts() throws IOException {
      speak();
      return counts.get();
    }

    private void speak() throws IOException {
      if (time.seconds() < silentUntil) {
        throw new IOException("the fake is silent");
      }
    }
  }
}
