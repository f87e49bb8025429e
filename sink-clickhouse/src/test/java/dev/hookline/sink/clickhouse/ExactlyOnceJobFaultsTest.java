package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.proxy.RequestHold;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;

/**
 * Exactly once in jobs whose server or view is slow, away, killed or broken. What befalls the job
 * is in {@link ExactlyOnceJobRestartTest}.
 */
class ExactlyOnceJobFaultsTest extends RunningJob {
  /** Long enough to see what happens between two checkpoints. */
  private static final Duration SELDOM = Duration.ofSeconds(5);

  @Test
  void rowsAreTakenWhileTheBlocksOfTheCheckpointBeforeAreSent() throws Exception {
    try (RequestHold inserts = proxy.hold("insert_deduplication_token")) {
      start(SELDOM, 2, 20_000, 1500, null);
      await("an insert on its way").atMost(LIMIT).until(() -> inserts.held() > 0);
      long then = passed();
      await("rows of the next checkpoint").atMost(LIMIT).until(() -> passed() > then + 2000);
      assertThat(table.rows()).as("the inserts still stand at the proxy").isZero();
    }
    Pace.letTheRestCome();
    finished();
    table.holdsExactly(20_000);
  }

  @Test
  void aSpentBudgetRestartsTheJobAndOnceTheServerIsBackEveryRowIsThereOnce() throws Exception {
    start(OFTEN, 2, 10_000, 500, null, sink().retryBudget(Duration.ofMillis(300)), -1);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    proxy.cut();
    awaitStatus(JobStatus.RESTARTING);
    proxy.pass();

    Pace.letTheRestCome();
    finished();
    table.holdsExactly(10_000);
  }

  @Test
  void aServerThatIsKilledUnderTheJobAndComesBackHasEveryRowOnce() throws Exception {
    start(OFTEN, 2, 10_000, 500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    EmbeddedClickHouse engine = SERVER.engine();
    engine.kill();
    engine.restart();

    Pace.letTheRestCome();
    finished();
    table.holdsExactly(10_000);
  }

  @Test
  void aServerThatIsKilledUnderSeveralConnectionsOfATaskHasEveryRowOnce() throws Exception {
    EmbeddedClickHouse engine = SERVER.engine();
    start(OFTEN, 1, 10_000, 2500, null, sink().parallelInserts(3), -1);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 0);
    try (RequestHold inserts = threeInsertsAtOnce()) {
      assertThat(inserts.isReleased()).isFalse();
      engine.kill();
    }
    engine.restart();

    Pace.letTheRestCome();
    finished();
    table.holdsExactly(10_000);
  }

  /**
   * A checkpoint has as many blocks as there were rows since the one before, which on a busy
   * machine may be a few: those are let go, and the next is held.
   */
  private RequestHold threeInsertsAtOnce() {
    String insert = "insert_deduplication_token";
    AtomicReference<RequestHold> hold = new AtomicReference<>(proxy.hold(insert));
    await("three inserts on their way at once")
        .atMost(LIMIT)
        .until(
            () -> {
              RequestHold now = hold.get();
              if (now.held() > 0 && now.standing(Duration.ofSeconds(5)) == 0) {
                hold.set(proxy.hold(insert));
                now.release();
                return false;
              }
              return now.standing(LIMIT) >= 3;
            });
    return hold.get();
  }

  @Test
  void aViewThatThrowsStopsTheJobUntilItIsMendedAndIsExactThen() throws Exception {
    start(OFTEN, 2, 10_000, 500, null);
    await("rows in the table").atMost(LIMIT).until(() -> table.rows() > 1000);

    table.breakView();
    awaitStatus(JobStatus.RESTARTING);
    table.mendView();

    Pace.letTheRestCome();
    finished();
    table.holdsExactly(10_000);
  }
}
