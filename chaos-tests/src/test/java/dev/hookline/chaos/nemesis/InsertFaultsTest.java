package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.contract.RejectReason;
import dev.hookline.jobs.metrics.HourTotals;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.rows.HourRows;
import dev.hookline.jobs.rows.RejectRows;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeSet;
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
  private static final Fault INTO_EVENTS = fault(0);
  private static final PersonHour HOUR = new PersonHour("a", "jira", "", 0, HourTotals.NONE);
  private static final Reject REJECT =
      new Reject(
          RejectReason.UNREADABLE_PAYLOAD,
          "",
          "",
          0,
          0,
          new Reject.Label("", "", "", "", "", "", Instant.EPOCH, ""),
          null,
          0);

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
    InsertWorker worker = InsertWorker.swallowAnswer(clickHouse.proxy(), INTO_EVENTS);
    FutureTask<String> struck = begun(worker::strike);
    clickHouse.refusesEvents = MEMORY_LIMIT_EXCEEDED;
    assertThat(clickHouse.insertEvents()).as("it was not done").isEqualTo(500);
    assertThat(struck.isDone()).isFalse();

    clickHouse.refusesEvents = 0;
    assertThatThrownBy(() -> clickHouse.insertEvents()).isInstanceOf(IOException.class);

    assertThat(result(struck)).contains("answered an insert into normalized_events with 200");
    worker.heal();
    assertThat(clickHouse.insertEvents()).isEqualTo(200);
  }

  @Test
  void eachTableIsMetInItsTurnAndNoOther() throws Exception {
    Map<Integer, String> tables =
        Map.of(
            0, "normalized_events",
            1, "normalized_events",
            2, "employee_metrics_hourly",
            3, "rejected_events");
    for (int choice : tables.keySet()) {
      for (InsertWorker worker :
          new InsertWorker[] {
            InsertWorker.swallowAnswer(clickHouse.proxy(), fault(choice)),
            InsertWorker.cut(clickHouse.proxy(), fault(choice))
          }) {
        String table = tables.get(choice);
        FutureTask<String> struck = begun(worker::strike);
        for (String other : new TreeSet<>(tables.values())) {
          if (!other.equals(table)) {
            assertThat(clickHouse.insert(other)).as(other).isEqualTo(200);
          }
        }
        assertThat(struck.isDone()).as("only inserts into others").isFalse();

        assertThatThrownBy(() -> clickHouse.insert(table)).isInstanceOf(IOException.class);

        assertThat(result(struck)).contains("insert into " + table);
      }
    }
  }

  /** A body is sent as it is sealed; one that is shorter than where it is cut would pass. */
  @Test
  void theSmallestBlockOfEachTableIsLongerThanWhereItIsCut() {
    assertThat(smallestBlock(HourRows.SCHEMA, HourRows::write, HOUR))
        .isGreaterThan(InsertWorker.Into.HOURS.mostBytes());
    assertThat(smallestBlock(RejectRows.SCHEMA, RejectRows::write, REJECT))
        .isGreaterThan(InsertWorker.Into.REJECTS.mostBytes());
  }

  private static <T> int smallestBlock(TableSchema schema, RowMapper<T> mapper, T value) {
    BlockAssembler blocks =
        new BlockAssembler(
            BlockHeader.of(schema), BlockLimits.DEFAULT, BlockToken.source(), Clock.systemUTC());
    RowBuffer row = new RowEncoder<>(schema, mapper).encode(value);
    assertThat(blocks.add("one", row.array(), row.size())).isEmpty();
    return blocks.sealAll().get(0).frame().length;
  }

  @Test
  void aFaultThatFoundNoInsertHarmsNoneOnceItIsHealed() throws Exception {
    for (InsertWorker worker :
        new InsertWorker[] {
          InsertWorker.swallowAnswer(clickHouse.proxy(), INTO_EVENTS),
          InsertWorker.cut(clickHouse.proxy(), INTO_EVENTS)
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
    InsertWorker.swallowAnswer(clickHouse.proxy(), INTO_EVENTS).heal();
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

  private static Fault fault(int choice) {
    return new Fault(FaultKind.CUT_INSERT, choice, Duration.ZERO, Duration.ZERO);
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
