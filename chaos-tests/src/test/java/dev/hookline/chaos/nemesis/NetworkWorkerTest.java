package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A way that nobody used while it was cut or slow has harmed nobody. */
class NetworkWorkerTest {
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration DELAY = Duration.ofMillis(20);

  private FakeClickHouse clickHouse;

  @BeforeEach
  void start() throws IOException {
    clickHouse = new FakeClickHouse();
  }

  @AfterEach
  void stop() {
    clickHouse.close();
  }

  private NetworkWorker cut(Duration limit) {
    return new NetworkWorker("clickhouse", clickHouse.proxy(), Duration.ZERO, limit);
  }

  private NetworkWorker slow(Duration limit) {
    return new NetworkWorker("clickhouse", clickHouse.proxy(), DELAY, limit);
  }

  @Test
  void aCutBreaksConnectionsAndRefusesNewOnesUntilItIsHealed() throws Exception {
    clickHouse.insertEvents(); // its connection stays open
    NetworkWorker worker = cut(LIMIT);

    assertThat(worker.strike()).isEqualTo("the way to clickhouse is cut");
    assertThat(worker.beforeHealing()).isEqualTo("1 connections were cut");
    assertThatThrownBy(() -> clickHouse.insertEvents()).isInstanceOf(IOException.class);
    worker.heal();

    assertThat(clickHouse.insertEvents()).isEqualTo(200);
  }

  @Test
  void aCutThatMetNoConnectionDidNotBite() throws Exception {
    clickHouse.insertEvents();
    clickHouse.proxy().cut(); // as a fault of before: what it broke is not this one's
    clickHouse.proxy().pass();
    NetworkWorker worker = cut(SHORT);
    worker.strike();

    assertThatThrownBy(worker::beforeHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("in vain for a connection to be cut");
    worker.heal();

    assertThat(clickHouse.insertEvents()).isEqualTo(200);
  }

  @Test
  void aSlowWaySlowsDownWhatTakesItUntilItIsHealed() throws Exception {
    NetworkWorker worker = slow(LIMIT);

    assertThat(worker.strike()).isEqualTo("each piece on the way to clickhouse waits 20 ms");
    assertThat(clickHouse.insertEvents()).isEqualTo(200);
    assertThat(worker.beforeHealing()).matches("[1-9]\\d* pieces have waited");
    worker.heal();

    long waited = clickHouse.proxy().piecesDelayed();
    assertThat(clickHouse.insertEvents()).isEqualTo(200);
    assertThat(clickHouse.proxy().piecesDelayed()).isEqualTo(waited);
  }

  @Test
  void aSlowWayThatNothingTookDidNotBite() throws Exception {
    NetworkWorker before = slow(LIMIT);
    before.strike();
    clickHouse.insertEvents();
    before.heal();
    NetworkWorker worker = slow(SHORT);
    worker.strike();

    assertThatThrownBy(worker::beforeHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("in vain for a piece to be slowed down");
    worker.heal();
  }
}
