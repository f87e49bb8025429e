package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.cli.stack.ClickHouseHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that must meet an insert of the job's, and none after they were healed. */
class InsertFaultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int NOT_ENOUGH_SPACE = 243;
  private static final int MEMORY_LIMIT_EXCEEDED = 241;

  private final Deque<Thread> doing = new ArrayDeque<>();
  private FakeClickHouse clickHouse;

  @BeforeEach
  void start() throws IOException {
    clickHouse = new FakeClickHouse();
  }

  @AfterEach
  void stop() {
    doing.forEach(Thread::interrupt);
    clickHouse.close();
  }

  @Test
  void anAnswerIsLostOnceClickHouseHasDoneAnInsert() throws Exception {
    InsertWorker worker = InsertWorker.swallowAnswer(clickHouse.proxy());
    FutureTask<String> struck = begun(worker::strike);
    clickHouse.refusesEvents = MEMORY_LIMIT_EXCEEDED;
    assertThat(clickHouse.insertEvents()).as("it was not done").isEqualTo(500);
    assertThat(struck.isDone()).isFalse();

    clickHouse.refusesEvents = 0;
    assertThatThrownBy(() -> clickHouse.insertEvents()).isInstanceOf(IOException.class);

    assertThat(result(struck)).contains("answered an insert with 200");
    worker.heal();
    assertThat(clickHouse.insertEvents()).isEqualTo(200);
  }

  @Test
  void aFaultThatFoundNoInsertHarmsNoneOnceItIsHealed() throws Exception {
    for (InsertWorker worker :
        new InsertWorker[] {
          InsertWorker.swallowAnswer(clickHouse.proxy()), InsertWorker.cut(clickHouse.proxy(), 100)
        }) {
      FutureTask<String> struck = begun(worker::strike);
      doing.getLast().interrupt();
      assertThatThrownBy(() -> result(struck)).hasCauseInstanceOf(InterruptedException.class);

      worker.heal();

      assertThat(clickHouse.insertEvents()).isEqualTo(200);
    }
  }

  @Test
  void aFaultThatNeverBeganIsHealed() {
    InsertWorker.swallowAnswer(clickHouse.proxy()).heal();
  }

  @Test
  void aDiskStaysFullUntilTheJobWasRefusedForWantOfRoom() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    FullDisk worker = fullDisk(full);
    assertThat(worker.strike()).contains("7 bytes were taken", "refuses an insert");
    FutureTask<String> seen = begun(worker::beforeHealing);

    clickHouse.insertEvents();
    clickHouse.refusesEvents = MEMORY_LIMIT_EXCEEDED;
    clickHouse.insertEvents();
    assertThat(seen.isDone()).as("the probe's refusal is not the job's").isFalse();
    assertThat(full).isTrue();

    clickHouse.refusesEvents = NOT_ENOUGH_SPACE;
    clickHouse.insertEvents();
    assertThat(result(seen)).endsWith("refused for want of room: 1");

    worker.heal();
    assertThat(full).isFalse();
  }

  @Test
  void aDiskThatFindsNoInsertOfTheJobsIsEmptiedAllTheSame() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    FullDisk worker = fullDisk(full);
    worker.strike();
    FutureTask<String> seen = begun(worker::beforeHealing);
    doing.getLast().interrupt();
    assertThatThrownBy(() -> result(seen)).hasCauseInstanceOf(InterruptedException.class);

    worker.heal();

    assertThat(full).isFalse();
  }

  private FullDisk fullDisk(AtomicBoolean full) {
    FullDisk.Space space =
        new FullDisk.Space() {
          @Override
          public long take() {
            full.set(true);
            clickHouse.refusesProbe = NOT_ENOUGH_SPACE;
            return 7;
          }

          @Override
          public void giveBack() {
            full.set(false);
            clickHouse.refusesProbe = 0;
          }
        };
    return new FullDisk(
        space, new ClickHouseHttp(clickHouse.address(), "u", "p", "d"), clickHouse.proxy());
  }

  /** One that waits by now. */
  private FutureTask<String> begun(Callable<String> step) {
    FutureTask<String> task = new FutureTask<>(step);
    Thread thread = new Thread(task, "fault");
    thread.setDaemon(true);
    doing.add(thread);
    thread.start();
    await("it to wait")
        .atMost(LIMIT)
        .until(() -> thread.getState() == Thread.State.TIMED_WAITING || task.isDone());
    return task;
  }

  private static String result(FutureTask<String> task) throws Exception {
    return task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
