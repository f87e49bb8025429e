package dev.hookline.sink.clickhouse.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.BlockTarget;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.RefusedBlocks;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several connections at once: every block once, every failure seen, nothing left running. */
class InsertLanesTest {
  private static final Supplier<BlockToken> TOKENS = BlockToken.source();
  private static final Target TARGET =
      new Target("db", "t", TableSchema.of(Column.of("n", "UInt8")), "");
  private static final long LIMIT_SECONDS = 30;

  private final List<SealedBlock> attempted = new CopyOnWriteArrayList<>();
  private final List<SealedBlock> written = new CopyOnWriteArrayList<>();
  private final List<InsertLanes> opened = new ArrayList<>();
  private int connections;

  @AfterEach
  void close() {
    opened.forEach(InsertLanes::close);
  }

  @Test
  void sendsTwoBlocksAtOnceAndEachOfThemOnce() throws Exception {
    CyclicBarrier bothUnderWay = new CyclicBarrier(2);
    List<SealedBlock> blocks = blocks(10);

    lanes(
            2,
            block -> {
              // Were there only one block under way, nobody would ever come to meet it.
              meet(bothUnderWay);
              return new Written();
            })
        .insert(blocks, written::add);

    assertThat(written).containsExactlyInAnyOrderElementsOf(blocks);
    assertThat(attempted).hasSize(10);
    assertThat(connections).isEqualTo(2);
  }

  @Test
  void overOneConnectionBlocksGoInTheOrderInWhichTheyWereSealed() throws Exception {
    List<SealedBlock> blocks = blocks(10);

    lanes(1, block -> new Written()).insert(blocks, written::add);

    assertThat(written).containsExactlyElementsOf(blocks);
  }

  @Test
  void opensNoMoreConnectionsThanThereAreBlocks() throws Exception {
    lanes(8, block -> new Written()).insert(blocks(1), written::add);

    assertThat(connections).isOne();
  }

  @Test
  void aRefusalFailsTheCommitAndNoFurtherBlockIsBegun() {
    List<SealedBlock> blocks = blocks(50);
    AtomicReference<Thread> refuser = new AtomicReference<>();

    assertThatThrownBy(
            () ->
                lanes(
                        2,
                        block -> {
                          if (block.token().equals(blocks.get(0).token())) {
                            awaitAttempts(2);
                            refuser.set(Thread.currentThread());
                            return new Failed(
                                FailureKind.MISCONFIGURED, 60, new IOException("as scripted"));
                          }
                          awaitIdle(refuser);
                          return new Written();
                        })
                    .insert(blocks, written::add))
        .isInstanceOf(BlockNotWrittenException.class)
        .hasMessageContaining(blocks.get(0).token().toString());
    assertThat(written).as("told of the one that was under way").containsExactly(blocks.get(1));
  }

  @Test
  void aCancelledTaskLeavesAtOnceAndNoConnectionGoesOn() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(2);
    InsertLanes lanes =
        lanes(
            2,
            block -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
              return new Written();
            });
    CountDownLatch left = new CountDownLatch(1);
    Thread task =
        new Thread(
            () -> {
              assertThatThrownBy(() -> lanes.insert(blocks(4), written::add))
                  .isInstanceOf(InterruptedException.class);
              left.countDown();
            });
    task.start();
    awaitAttempts(2);

    task.interrupt();

    await(left);
    await(interrupted);
    assertThat(written).isEmpty();
    assertThat(attempted).hasSize(2);
  }

  private InsertLanes lanes(int most, BlockTarget target) {
    InsertLanes lanes =
        new InsertLanes(
            () -> {
              connections++;
              return new InsertLane(inserter(target), () -> {});
            },
            most);
    opened.add(lanes);
    return lanes;
  }

  private BlockInserter inserter(BlockTarget target) {
    return new BlockInserter(
        block -> {
          attempted.add(block);
          return target.insert(block);
        },
        TARGET,
        new RetryBudget(Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(2)),
        new InsertMetrics() {
          @Override
          public void written(SealedBlock block, Duration latency) {}

          @Override
          public void failed(FailureKind kind) {}

          @Override
          public void sentAgain() {}
        },
        Pause.real(),
        () -> 0,
        RefusedBlocks.notKept());
  }

  private static List<SealedBlock> blocks(int count) {
    List<SealedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blocks.add(new SealedBlock(TOKENS.get(), 0, 1, 1, new byte[32], new byte[] {7}));
    }
    return blocks;
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("no other block was under way", e);
    }
  }

  private void awaitAttempts(int blocks) {
    Awaitility.await("so many blocks to be under way: " + blocks)
        .atMost(Duration.ofSeconds(LIMIT_SECONDS))
        .until(() -> attempted.size() >= blocks);
  }

  /** The lane that was refused has ended, and its thread waits for other work. */
  private static void awaitIdle(AtomicReference<Thread> lane) {
    Awaitility.await("the refused lane to end")
        .atMost(Duration.ofSeconds(LIMIT_SECONDS))
        .until(() -> lane.get() != null && lane.get().getState() == Thread.State.WAITING);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
  }
}
