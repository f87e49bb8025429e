package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Exactly once in jobs that end, are stopped, drained, resumed, rescaled and failed over. What
 * befalls the server under a job is in {@link ExactlyOnceJobFaultsTest}.
 */
class ExactlyOnceJobRestartTest extends RunningJob {
  /** Nothing but a savepoint takes a checkpoint. */
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir Path savepoints;

  @Test
  void aBoundedInputIsThereOnceWhenTheJobHasEndedAlsoAfterAFailure() throws Exception {
    start(OFTEN, 2, 10_000, 5000, null, sink(), 6000);
    finished();

    assertThat(failedOnce()).as("the fault bit").isTrue();
    table.holdsExactly(10_000);
  }

  @Test
  void stopWithSavepointAndResumeSendsTheSavepointsBlocksAgainAndDoublesNothing() throws Exception {
    start(OFTEN, 2, 10_000, 500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    String savepoint =
        job.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL)
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    long stopped = passed();
    assertThat(stopped).isLessThan(10_000);
    assertThat(table.rows()).as("all was committed on the way out").isEqualTo(stopped);

    start(OFTEN, 2, 10_000, 10_000, savepoint);
    finished();
    table.holdsExactly(10_000);
    // An attempt after one that failed counts as well, and on a busy machine there may be some.
    long restored =
        counted("blocksSentAgain")
            - counted("retries_retryable")
            - counted("retries_outcome_unknown");
    assertThat(restored).as("the savepoint's blocks").isPositive();
    assertThat(counted("rowsCommitted")).isGreaterThan(10_000 - stopped);
    assertThat(counted("blocksCommitted")).isEqualTo(counted("blocksSealed") + restored);
    assertThat(counted("bytesCommitted")).isPositive();
    for (String gauge : List.of("uncommittedBytes", "oldestUncommittedBlockAgeMs")) {
      assertThat(metrics(gauge))
          .as(gauge)
          .hasSize(2)
          .allSatisfy(
              metric ->
                  assertThat(((Gauge<?>) metric).getValue()).as("all is there").isEqualTo(0L));
    }
    for (String other : List.of("backPressureTimeMs", "insertLatencyMs", "retries_retryable")) {
      assertThat(metrics(other)).as(other).hasSize(2);
    }
  }

  @Test
  void aStopWithSavepointWhoseCommitFailsLosesAndDoublesNothing() throws Exception {
    start(OFTEN, 2, 10_000, 500, null, sink().retryBudget(Duration.ofMillis(300)), -1);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);
    proxy.cut();

    CompletableFuture<String> stopped =
        job.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL);
    assertThatThrownBy(() -> stopped.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .as("the stop")
        .isInstanceOf(ExecutionException.class);
    proxy.pass();
    Pace.letTheRestCome();

    // Flink goes on, unless a part of the job had finished by then: that it takes for the end, and
    // leaves it to the operator to start from the savepoint, which holds the blocks.
    AtomicReference<JobStatus> end = new AtomicReference<>();
    await("the end of the job, one or the other")
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () -> {
              end.set(job.getJobStatus().get(30, TimeUnit.SECONDS));
              return end.get().isGloballyTerminalState();
            });
    if (end.get() == JobStatus.FAILED) {
      start(OFTEN, 2, 10_000, 10_000, onlySavepoint());
    }
    finished();
    table.holdsExactly(10_000);
  }

  private String onlySavepoint() throws IOException {
    try (Stream<Path> found = Files.list(savepoints)) {
      List<Path> all = found.toList();
      assertThat(all).hasSize(1);
      return all.get(0).toUri().toString();
    }
  }

  @Test
  void aDrainedJobLeavesNoRowBehind() throws Exception {
    start(OFTEN, 2, 1_000_000, 4000, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    job.stopWithSavepoint(true, savepoints.toString(), SavepointFormatType.CANONICAL)
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    finished();

    assertThat(table.rows()).as("every row that reached the sink").isEqualTo(passed());
    assertThat(table.number("SELECT uniqExact(n) FROM $t")).isEqualTo(passed());
    assertThat(table.number("SELECT sum(rows) FROM $t_totals FINAL")).isEqualTo(passed());
  }

  @ParameterizedTest
  @CsvSource({"2, 4", "4, 2"})
  void uncommittedBlocksOfASavepointAreCommittedByTheSubtasksOfAnotherParallelism(
      int slots, int otherSlots, @InjectMiniCluster MiniCluster flink) throws Exception {
    int rows = 12_000;
    // Slow, so that the input does not end before the savepoint: its end would bring a checkpoint.
    double perSecond = 600;
    start(NEVER, slots, rows, perSecond, null);
    String first = savepointWithUncommittedBlocks(flink, 1000);
    assertThat(table.rows()).as("nothing was committed").isZero();

    proxy.pass();
    start(NEVER, otherSlots, rows, perSecond, first);
    // A task runs once its committer has committed what it was given of the savepoint.
    awaitAllRun(flink);
    long committed = table.rows();
    assertThat(committed).as("the savepoint's blocks, by others").isGreaterThanOrEqualTo(1000);
    String second = savepointWithUncommittedBlocks(flink, 1000);
    assertThat(table.rows()).as("nothing more was committed").isEqualTo(committed);

    proxy.pass();
    start(OFTEN, slots, rows, rows, second);
    finished();
    table.holdsExactly(rows);
  }

  /**
   * A savepoint that has completed while the server was away, and the end of the job that tried to
   * commit its blocks.
   */
  private String savepointWithUncommittedBlocks(MiniCluster flink, long more) throws Exception {
    // Flink declines a savepoint while a subtask is still starting.
    awaitAllRun(flink);
    await("rows that wait for a checkpoint").atMost(LIMIT).until(() -> passed() >= more);
    proxy.cut();
    String savepoint =
        job.triggerSavepoint(savepoints.toString(), SavepointFormatType.CANONICAL)
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    job.cancel().get(30, TimeUnit.SECONDS);
    awaitStatus(JobStatus.CANCELED);
    return savepoint;
  }

  private void awaitAllRun(MiniCluster flink) {
    await("all subtasks run").atMost(LIMIT).ignoreExceptions().until(() -> allRun(flink));
  }

  private boolean allRun(MiniCluster flink) throws Exception {
    for (AccessExecutionVertex subtask :
        flink
            .getExecutionGraph(job.getJobID())
            .get(30, TimeUnit.SECONDS)
            .getAllExecutionVertices()) {
      if (subtask.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aJobManagerFailoverDoublesNothing(@InjectMiniCluster MiniCluster flink) throws Exception {
    start(OFTEN, 2, 10_000, 500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    HaLeadershipControl leaders = flink.getHaLeadershipControl().orElseThrow();
    leaders.revokeJobMasterLeadership(job.getJobID()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    leaders.grantJobMasterLeadership(job.getJobID()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    Pace.letTheRestCome();
    finished();
    assertThat(counted("blocksSentAgain")).as("those of the restored checkpoint").isPositive();
    table.holdsExactly(10_000);
  }
}
