package dev.hookline.sink.clickhouse.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.InsertCounters;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.RefusedBlocks;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.runtime.metrics.groups.InternalSinkWriterMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When rows leave: at a checkpoint, when a block is full, when the timer fires; never later. */
class BlockWriterTest {
  private static final TableSchema SCHEMA = TableSchema.of(Column.of("n", "UInt8"));
  private static final Target TARGET = new Target("db", "t", SCHEMA, "");
  private static final BlockLimits LIMITS = new BlockLimits(10, 1024, 2, 2048);
  private static final long INTERVAL = 1000;

  private final TestProcessingTimeService timers = new TestProcessingTimeService();
  private final List<SealedBlock> sent = new CopyOnWriteArrayList<>();
  private final Deque<InsertOutcome> outcomes = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** No answer comes before. */
  private volatile CountDownLatch held = new CountDownLatch(0);

  private final SinkWriterMetricGroup metrics =
      InternalSinkWriterMetricGroup.wrap(
          UnregisteredMetricGroups.createUnregisteredOperatorMetricGroup());
  private final BlockWriter<Integer> writer = writer(false);

  @AfterEach
  void end() {
    writer.close();
  }

  @Test
  void keepsRowsUntilACheckpointAndThenHasNoneLeft() throws Exception {
    write(3);
    assertThat(sent).isEmpty();

    writer.flush(false);

    assertThat(sent).extracting(SealedBlock::rows).containsExactly(3);
    writer.flush(false);
    assertThat(sent).as("nothing is left for the next one").hasSize(1);
  }

  @Test
  void sendsWhatWaitsAtTheEndOfTheInput() throws Exception {
    write(3);

    writer.flush(true);

    assertThat(sent).extracting(SealedBlock::rows).containsExactly(3);
  }

  @Test
  void sendsAFullBlockAtOnce() throws Exception {
    write(25);

    await("both full blocks, and no row of the third", () -> sent.size() >= 2);
    assertThat(sent).extracting(SealedBlock::rows).containsExactly(10, 10);
  }

  @Test
  void fillsTheNextBlockWhileOneIsUnderWayAndThenWaits() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    held = answer;
    write(19);
    await("the first block to be under way", () -> sent.size() == 1);

    Thread task = new Thread(() -> assertThatCode(() -> write(1)).doesNotThrowAnyException());
    task.start();
    await("the task to wait", () -> task.getState() == Thread.State.WAITING);
    assertThat(sent).as("one at a time").hasSize(1);
    answer.countDown();
    task.join(TimeUnit.SECONDS.toMillis(30));
    writer.flush(false);

    assertThat(sent).extracting(SealedBlock::rows).containsExactly(10, 10);
  }

  @Test
  void aFullBlockThatCouldNotBeWrittenFailsEveryCallAfterIt() throws Exception {
    outcomes.add(failed(FailureKind.REFUSED_DATA));
    write(10);

    assertThatThrownBy(() -> writer.flush(false)).isInstanceOf(BlockNotWrittenException.class);
    assertThatThrownBy(() -> writer.flush(false))
        .as("a second checkpoint cannot make it good")
        .isInstanceOf(BlockNotWrittenException.class);
    assertThatThrownBy(() -> write(10)).isInstanceOf(BlockNotWrittenException.class);
    assertThat(sent).hasSize(1);
  }

  @Test
  void sendsARowAtTheLatestAfterTheFlushInterval() throws Exception {
    timers.setCurrentTime(5000);
    write(1);
    timers.setCurrentTime(5000 + INTERVAL - 1);
    assertThat(sent).isEmpty();

    timers.setCurrentTime(5000 + INTERVAL);

    assertThat(sent).extracting(SealedBlock::rows).containsExactly(1);
    assertThat(timers.getNumActiveTimers()).as("no timer without rows").isZero();
    write(1);
    timers.setCurrentTime(5000 + 2 * INTERVAL);
    assertThat(sent).hasSize(2);
  }

  @Test
  void setsOneTimerForManyRows() throws Exception {
    write(9);

    assertThat(timers.getNumActiveTimers()).isOne();
  }

  @Test
  void aBlockThatCannotBeWrittenFailsTheCheckpoint() throws Exception {
    write(1);
    outcomes.add(failed(FailureKind.REFUSED_DATA));

    assertThatThrownBy(() -> writer.flush(false)).isInstanceOf(BlockNotWrittenException.class);
  }

  @Test
  void aBlockThatCannotBeWrittenByTheTimerFailsTheTask() throws Exception {
    write(1);
    outcomes.add(failed(FailureKind.MISCONFIGURED));

    assertThatThrownBy(() -> timers.setCurrentTime(INTERVAL))
        .isInstanceOf(BlockNotWrittenException.class);
  }

  @Test
  void sendsTheSameBlockAgainAfterAnUnknownOutcomeAndCountsIt() throws Exception {
    write(3);
    outcomes.add(failed(FailureKind.OUTCOME_UNKNOWN));
    outcomes.add(failed(FailureKind.RETRYABLE));

    writer.flush(false);

    assertThat(sent).hasSize(3);
    assertThat(sent.get(1)).isSameAs(sent.get(0));
    assertThat(sent.get(2)).isSameAs(sent.get(0));
    assertThat(metrics.getNumRecordsSendCounter().getCount()).isEqualTo(3);
    assertThat(metrics.getNumBytesSendCounter().getCount()).isEqualTo(sent.get(0).rawBytes());
  }

  @Test
  void refusesARowBeforeItIsPartOfABlock() throws Exception {
    write(2);

    assertThatThrownBy(() -> writer.write(256, null))
        .isInstanceOf(InvalidRowException.class)
        .hasMessage("column 'n' UInt8 cannot hold 256: out of range 0 to 255; row: 256");
    writer.flush(false);

    assertThat(sent).extracting(SealedBlock::rows).containsExactly(2);
  }

  @Test
  void refusesARowThatNoBlockCanHoldNamingTheLimit() throws Exception {
    TableSchema text = TableSchema.of(Column.of("s", "String"));
    BlockWriter<String> texts =
        new BlockWriter<>(
            new RowBlocks<>(
                new RowEncoder<>(text, (value, row) -> row.string("s", value)),
                value -> "",
                new BlockAssembler(
                    BlockHeader.of(text), LIMITS, BlockToken.source(), Clock.systemUTC()),
                false),
            inserter(),
            new SealMetrics(metrics),
            Pause.real(),
            timers,
            Duration.ofMillis(INTERVAL),
            () -> {});

    assertThatThrownBy(() -> texts.write("x".repeat(1024), null))
        .isInstanceOf(InvalidRowException.class)
        .hasMessageContaining("the row takes 1026 bytes")
        .hasMessageContaining("raise maxBlockBytes");
  }

  @Test
  void closesItsConnectionAndItsTimer() throws Exception {
    write(1);

    writer.close();

    assertThat(closed).isTrue();
    assertThat(timers.getNumActiveTimers()).isZero();
    assertThat(sent).as("rows of no checkpoint are read again").isEmpty();
  }

  @Test
  void anInvalidRowOfAStreamThatWasToBeValidatedSaysWhatIsMissing() {
    assertThatThrownBy(() -> writer(true).write(256, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("let the stream pass process(sink.validation()) first")
        .hasMessageContaining("column 'n' UInt8 cannot hold 256");
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(Duration.ofSeconds(30)).until(condition);
  }

  private void write(int rows) throws IOException, InterruptedException {
    for (int i = 0; i < rows; i++) {
      writer.write(i, null);
    }
  }

  private static Failed failed(FailureKind kind) {
    return new Failed(kind, 0, new IOException("as scripted"));
  }

  private BlockWriter<Integer> writer(boolean validated) {
    return new BlockWriter<>(
        new RowBlocks<>(
            new RowEncoder<>(SCHEMA, (value, row) -> row.integer("n", value)),
            value -> "",
            new BlockAssembler(
                BlockHeader.of(SCHEMA), LIMITS, BlockToken.source(), Clock.systemUTC()),
            validated),
        inserter(),
        new SealMetrics(metrics),
        Pause.real(),
        timers,
        Duration.ofMillis(INTERVAL),
        () -> closed.set(true));
  }

  private BlockInserter inserter() {
    RetryBudget budget =
        new RetryBudget(Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(2));
    return new BlockInserter(
        block -> {
          sent.add(block);
          held.await();
          InsertOutcome outcome = outcomes.poll();
          return outcome == null ? new Written() : outcome;
        },
        TARGET,
        budget,
        new InsertCounters(metrics),
        Pause.real(),
        () -> 0,
        RefusedBlocks.notKept());
  }
}
